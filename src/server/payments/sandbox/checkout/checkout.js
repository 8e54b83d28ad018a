/* The sandbox's version of Razorpay's checkout script: the same interface, but no money moves. */
(() => {
  const base = new URL(".", document.currentScript.src);
  const CALL_LIMIT_MS = 15_000;
  const NO_ANSWER = "The test payment could not be sent. Please check your connection and try again.";

  const styles = new CSSStyleSheet();
  styles.replaceSync("CHECKOUT_CSS");

  /** Creates an element. Strings become text nodes, never HTML. */
  function make(tag, properties = {}, ...children) {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  }

  function cross() {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("viewBox", "0 0 24 24");
    svg.setAttribute("aria-hidden", "true");
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", "M6 6l12 12M18 6L6 18");
    svg.append(path);
    return svg;
  }

  function formatAmount(paise, currency) {
    const digits = paise % 100 === 0 ? 0 : 2;
    return new Intl.NumberFormat("en-IN", { style: "currency", currency, minimumFractionDigits: digits }).format(
      paise / 100,
    );
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
      if (response.ok && reply.razorpay_payment_id) return { paid: reply };
      return { error: reply.error };
    } catch {
      return {};
    }
  }

  /** With `redirect` the result is posted to the callback URL as a form. */
  function postForm(url, fields) {
    const form = make("form", { method: "post", action: url, hidden: true });
    for (const [name, value] of Object.entries(fields)) form.append(make("input", { name, value }));
    document.body.append(form);
    form.submit();
  }

  /** The popup's markup without event listeners. */
  function buildPopup(options) {
    const amount = formatAmount(Number(options.amount), options.currency || "INR");
    const close = make("button", { type: "button", className: "close", ariaLabel: "Close" }, cross());
    const payButton = make("button", { type: "button", className: "pay" }, `Pay ${amount}`);
    const failButton = make("button", { type: "button", className: "fail" }, "Fail");
    const problem = make("p", { className: "problem", role: "alert" });
    const title = make("h2", { id: "title" }, options.name || "Test payment");
    const shop = make("div", { className: "shop" }, title);
    if (options.description) shop.append(make("p", { className: "what" }, options.description));
    const top = make("div", { className: "top" }, shop, close);
    if (options.image) top.prepend(make("img", { className: "logo", src: options.image, alt: "" }));
    const note = make("p", { className: "test", id: "test" }, "Test payment: no money moves");
    const order = make("p", { className: "order" }, "Order ", make("code", {}, options.order_id));
    const main = make(
      "div",
      { className: "main" },
      make("p", { className: "label" }, "Amount to pay"),
      make("p", { className: "amount" }, amount),
      order,
      problem,
      make("div", { className: "choices" }, payButton, failButton),
    );
    const dialog = make("dialog", {}, top, note, main);
    dialog.setAttribute("aria-labelledby", "title");
    dialog.setAttribute("aria-describedby", "test");
    if (options.theme?.color) dialog.style.setProperty("--accent", options.theme.color);
    return { dialog, problem, close, payButton, failButton };
  }

  /** Focus trap. */
  function keepFocusInside(event, root, buttons) {
    if (event.key !== "Tab") return;
    const [first, last] = [buttons[0], buttons.at(-1)];
    const [from, to] = event.shiftKey ? [first, last] : [last, first];
    if (root.activeElement && root.activeElement !== from && buttons.includes(root.activeElement)) return;
    event.preventDefault();
    to.focus();
  }

  class Razorpay {
    #options;
    #listeners = new Map();
    #popup;

    constructor(options) {
      if (!options?.key) throw new TypeError("Razorpay: the option `key` is needed.");
      if (!options.order_id) throw new TypeError("Razorpay: the option `order_id` is needed.");
      this.#options = options;
    }

    on(event, listener) {
      this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
      return this;
    }

    open() {
      if (!this.#popup) this.#popup = this.#show();
      return this;
    }

    close() {
      this.#popup?.end();
    }

    #show() {
      const options = this.#options;
      const { dialog, problem, close, payButton, failButton } = buildPopup(options);
      const buttons = [close, payButton, failButton];
      const host = make("div");
      const root = host.attachShadow({ mode: "open" });
      root.adoptedStyleSheets = [styles];
      root.append(dialog);
      const previousFocus = document.activeElement;
      let isBusy = false;
      let isOpen = true;

      const end = () => {
        if (!isOpen) return;
        isOpen = false;
        this.#popup = undefined;
        if (dialog.open) dialog.close();
        host.remove();
        if (previousFocus instanceof HTMLElement && previousFocus.isConnected) previousFocus.focus();
      };
      const dismiss = () => {
        if (!isOpen || isBusy) return;
        end();
        options.modal?.ondismiss?.();
      };

      const setBusy = (button) => {
        isBusy = Boolean(button);
        problem.textContent = "";
        for (const one of buttons) {
          one.setAttribute("aria-disabled", String(isBusy));
          one.classList.toggle("busy", one === button);
        }
      };

      const choose = async (button, outcome) => {
        if (isBusy) return;
        setBusy(button);
        const { paid, error } = await pay(options, outcome);
        if (options.redirect && options.callback_url && (paid || error)) {
          const failure = () => ({ "error[code]": error.code, "error[description]": error.description });
          return postForm(options.callback_url, paid ?? failure());
        }
        setBusy(undefined);
        if (paid) {
          end();
          options.handler?.(paid);
          return;
        }
        problem.textContent = error?.description ?? NO_ANSWER;
        if (error) for (const listener of this.#listeners.get("payment.failed") ?? []) listener({ error });
        // A browser may close a dialog although the page prevents it: the payer has left.
        if (isOpen && !dialog.open) dismiss();
      };

      payButton.addEventListener("click", () => choose(payButton, "success"));
      failButton.addEventListener("click", () => choose(failButton, "failure"));
      close.addEventListener("click", dismiss);
      dialog.addEventListener("cancel", (event) => {
        if (isBusy || options.modal?.escape === false) event.preventDefault();
      });
      dialog.addEventListener("close", dismiss);
      dialog.addEventListener("keydown", (event) => {
        keepFocusInside(event, root, buttons);
        // The page may listen for the same keys.
        event.stopPropagation();
      });

      document.body.append(host);
      dialog.showModal();
      payButton.focus();
      return { end };
    }
  }

  window.Razorpay = Razorpay;
})();
