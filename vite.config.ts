import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";

/** Shared modules that most pages do not need. */
const onLists = /src\/web\/(ui\/(chip|cover|search-box|pagination|list-)|lib\/list-view)/;
const onFormPages =
  /src\/(web\/(enquiry\/|pages\/contact-|ui\/(field|form-error|needs-script)|lib\/(field-errors|use-form|use-send|error-message))|contracts\/field-rules)/;
const onAccountPages = /src\/(web\/(account\/|lib\/guard)|contracts\/(pages\/page|orders\/state)-rules)/;
const onOrderPages =
  /lib\/save-file|ui\/ask-dialog|contracts\/(orders\/(order|shipment)-rules|payments\/|refunds\/)|web\/appointments\/appointment-states|web\/orders\//;
/** The expert's page shows a time without the code of orders. */
const onTimePages =
  /web\/(appointments\/(times|phone-link)|cart\/chosen-time|lib\/(dates|course-start))\.|contracts\/appointments\/appointment-rules/;
const onAppointmentPages =
  /web\/(appointments\/(?!appointment-states|hours\/)|lib\/use-load)|contracts\/appointments\/intake-rules/;
/** Dense forms of the owner and of the experts. */
const onStaffPages =
  /web\/(appointments\/hours\/|ui\/(choice-fields|compact|conflict-dialog|panel|small-button)|lib\/use-unsaved-guard)/;
/** The editor is left out: it brings a Markdown parser, which few screens need. */
const onAdminPages = /src\/web\/admin\/(?!editor\/)/;
const onHomeAndAbout = /src\/web\/(pages\/sections|ui\/(section|swipe-list|disclosure)|art\/section-art)\./;
const onItemPages = /src\/web\/(enquiry\/enquiry-section|ui\/(buy-frame|notices))/;
const onCataloguePages =
  /src\/(web\/(shop\/(product-card|fact-links|add-product|heart|sizes)\.|reviews\/review-section|ui\/detail-section)|contracts\/catalogue\/product-rules)/;
const onSizes = /src\/web\/shop\/(size-choice|tell-me)\./;
const onAdminForms =
  /contracts\/(activity|coupons|reports|settings)\/|contracts\/(catalogue\/(course|expert|blog)|link|claims|orders\/(status-change|parcel-back))-rules|lib\/policy-texts/;
const onUploads = /ui\/pictures-field|contracts\/reviews\//;
const onCoursesAndCarts = /lib\/owned-courses|contracts\/orders\/arrival-rules/;
const onExpertPages = /src\/web\/experts\/(expert-view|use-booking-dialog)\./;
/** In the booking dialog, carts and pages of appointments, but not on an expert's page itself. */
const onBookings = /contracts\/appointments\/call-rules/;
/** Loaded when somebody enters the search field. */
const onSearch = /src\/web\/layout\/search-suggestions/;
const onFewPages = [
  onSearch,
  onLists,
  onFormPages,
  onAccountPages,
  onOrderPages,
  onTimePages,
  onAppointmentPages,
  onStaffPages,
  onItemPages,
  onCataloguePages,
  onHomeAndAbout,
  onAdminForms,
  onCoursesAndCarts,
  onBookings,
  onUploads,
];

/** Lets other chunks import from a page's chunk, which saves that page a file. In `rolldownOptions` React Router's value wins. */
const extendEntries: Plugin = {
  name: "extend-entries",
  apply: "build",
  options: (options) => ({ ...options, preserveEntrySignatures: "allow-extension" }),
};

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), extendEntries],
  build: { target: "es2022", assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Few larger chunks: a dozen small ones compress worse and cost a request each. The first match wins.
            // "react" changes only with the libraries, "root" is on every page, the others are on groups of pages.
            codeSplitting: {
              groups: [
                {
                  name: "react",
                  test: /node_modules\/(react|react-dom|react-router|scheduler)\/|vite\/preload-helper/,
                },
                {
                  name: "root",
                  test: (id) =>
                    /src\/(web\/((root|ui|lib|art|layout)\b|experts\/portrait|courses\/tagline)|contracts\/)/.test(
                      id,
                    ) && !onFewPages.some((few) => few.test(id)),
                },
                { name: "lists", test: onLists, minShareCount: 2 },
                { name: "catalogue", test: onCataloguePages, minShareCount: 2 },
                { name: "forms", test: (id) => onFormPages.test(id) || onItemPages.test(id), minShareCount: 2 },
                { name: "account", test: onAccountPages, minShareCount: 2 },
                // Before "admin", which would bring itself to the form of reviews.
                { name: "uploads", test: onUploads, minShareCount: 2 },
                { name: "sections", test: onHomeAndAbout, minShareCount: 2 },
                { name: "times", test: onTimePages, minShareCount: 2 },
                { name: "experts", test: onExpertPages, minShareCount: 2 },
                { name: "calls", test: onBookings, minShareCount: 2 },
                // Before "orders" and "admin", which would take what they share and bring themselves to other pages.
                { name: "appointments", test: onAppointmentPages, minShareCount: 2 },
                { name: "orders", test: onOrderPages, minShareCount: 2 },
                { name: "staff", test: onStaffPages, minShareCount: 2 },
                { name: "admin", test: onAdminPages, minShareCount: 2 },
                // The list is inside its frame.
                { name: "product-frame", test: /src\/web\/shop\/(product-frame|product-view)\./ },
                // A page that the owner's preview shows too is in one chunk with its route. That of products has the choice
                // of a size as well: the dialog of lists loads it when it is opened.
                { name: "product-detail", test: (id) => id.includes("/product-detail.tsx") || onSizes.test(id) },
                ...["course", "expert", "blog"].map((kind) => ({
                  name: `${kind}-detail`,
                  test: new RegExp(`/${kind}-detail\\.tsx`),
                })),
              ],
            },
          },
        },
      },
    },
  },
});
