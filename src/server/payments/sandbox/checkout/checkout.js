/* The sandbox's version of Razorpay's checkout script: the same interface, but no money moves. */
(() => {
  const base = new URL(".", document.currentScript.src);
  const CALL_LIMIT_MS = 15_000;
  const NO_ANSWER = "The test payment could not be sent. Please check your connection and try again.";

  const styles = new CSSStyleSheet();
  styles.replaceSync("CHECKOUT_CSS");

  const MARKUP = `<dialog aria-labelledby="title" aria-describedby="test">
    <header>
      <div><h2 id="title"></h2><p id="what"></p></div>
      <button type="button" aria-label="Close">
        <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 6l12 12M18 6L6 18" /></svg>
      </button>
    </header>
    <p id="test">Test payment: no money moves</p>
    <p>Amount to pay</p>
    <p id="amount"></p>
    <p>Order <code id="order"></code></p>
    <p id="problem" role="alert"></p>
    <footer><button type="button" class="pay"></button><button type="button" class="fail">Fail</button></footer>
  </dialog>`;

  function formatAmount(paise, currency = "INR") {
    const digits = paise % 100 === 0 ? 0 : 2;
    const format = new Intl.NumberFormat("en-IN", { style: "currency", currency, minimumFractionDigits: digits });
    return format.format(paise / 100);
  }

  /** Returns the signed fields, the API's error, or neither when the network failed. */
  async function pay(options, outcome) {
    try {
      const response = await fetch(new URL("v1/sandbox/payments", base), {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ order_id: options.order_id, key_id: options.key, outcome }),
        signal: AbortSignal.timeout(CALL_LIMIT_MS),
      });
      const reply = await response.json();
      return response.ok && reply.razorpay_payment_id ? { paid: reply } : { error: reply.error };
    } catch {
      return {};
    }
  }

  /** With `redirect` the result is posted to the callback URL as a form. */
  function postForm(url, fields) {
    const form = Object.assign(document.createElement("form"), { method: "post", action: url, hidden: true });
    for (const [name, value] of Object.entries(fields))
      form.append(Object.assign(document.createElement("input"), { name, value }));
    document.body.append(form);
    form.submit();
  }

  /** Fills in the markup. Options become text, never HTML. */
  function buildPopup(options) {
    const host = document.createElement("div");
    const root = host.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [styles];
    root.innerHTML = MARKUP;
    const dialog = root.querySelector("dialog");
    const buttons = [...root.querySelectorAll("button")];
    const amount = formatAmount(Number(options.amount), options.currency);
    const texts = { title: options.name || "Test payment", what: options.description, amount, order: options.order_id };
    for (const [id, text] of Object.entries(texts)) root.getElementById(id).textContent = text ?? "";
    buttons[1].textContent = `Pay ${amount}`;
    if (options.theme?.color) dialog.style.setProperty("--accent", options.theme.color);
    return { host, root, dialog, buttons, problem: root.getElementById("problem") };
  }

  class Razorpay {
    #options;
    #failureListeners = [];
    #end;

    constructor(options) {
      if (!options?.key) throw new TypeError("Razorpay: the option `key` is needed.");
      if (!options.order_id) throw new TypeError("Razorpay: the option `order_id` is needed.");
      this.#options = options;
    }

    on(event, listener) {
      if (event === "payment.failed") this.#failureListeners.push(listener);
      return this;
    }

    open() {
      this.#end ??= this.#show();
      return this;
    }

    close() {
      this.#end?.();
    }

    /** Returns the function that closes the popup. */
    #show() {
      const options = this.#options;
      const { host, root, dialog, buttons, problem } = buildPopup(options);
      const [close, payButton, failButton] = buttons;
      const previousFocus = document.activeElement;
      let isBusy = false;
      let isOpen = true;

      const end = () => {
        if (!isOpen) return;
        isOpen = false;
        this.#end = undefined;
        dialog.close();
        host.remove();
        previousFocus?.focus();
      };
      const dismiss = () => {
        if (!isOpen || isBusy) return;
        end();
        options.modal?.ondismiss?.();
      };

      const setBusy = (value) => {
        isBusy = value;
        problem.textContent = "";
        for (const button of buttons) button.ariaDisabled = String(isBusy);
      };

      const choose = async (outcome) => {
        if (isBusy) return;
        setBusy(true);
        const { paid, error } = await pay(options, outcome);
        if (options.redirect && options.callback_url && (paid || error)) {
          const failure = () => ({ "error[code]": error.code, "error[description]": error.description });
          return postForm(options.callback_url, paid ?? failure());
        }
        setBusy(false);
        if (paid) {
          end();
          return options.handler?.(paid);
        }
        problem.textContent = error?.description ?? NO_ANSWER;
        if (error) for (const listener of this.#failureListeners) listener({ error });
        // A browser may close a dialog although the page prevents it: the payer has left.
        if (!dialog.open) dismiss();
      };

      close.addEventListener("click", dismiss);
      payButton.addEventListener("click", () => choose("success"));
      failButton.addEventListener("click", () => choose("failure"));
      dialog.addEventListener("close", dismiss);
      dialog.addEventListener("cancel", (event) => {
        if (isBusy || options.modal?.escape === false) event.preventDefault();
      });
      dialog.addEventListener("keydown", (event) => {
        // The page may listen for the same keys.
        event.stopPropagation();
        if (event.key !== "Tab") return;
        // The focus stays inside.
        event.preventDefault();
        const next = buttons.indexOf(root.activeElement) + (event.shiftKey ? -1 : 1);
        buttons.at(next % buttons.length).focus();
      });

      document.body.append(host);
      dialog.showModal();
      payButton.focus();
      return end;
    }
  }

  window.Razorpay = Razorpay;
})();
