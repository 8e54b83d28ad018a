import type { AddressForm, SavedAddress } from "./accounts/address.ts";
import type { Customer, CustomerDetails, CustomerNotes, CustomerQuery, NotesForm } from "./accounts/customer.ts";
import type { Acceptance, Invitation, InvitationForm, OpenInvitation, People } from "./accounts/people.ts";
import type { Erasure } from "./accounts/personal-data.ts";
import type {
  ChangedSecondFactor,
  IdentityProof,
  NewPasskey,
  PasskeyEnrolment,
  SecondFactor,
  SecondFactorProof,
  TotpConfirmation,
  TotpEnrolment,
} from "./accounts/second-factor.ts";
import type {
  CodeCredentials,
  Credentials,
  Login,
  MailRequest,
  PasswordReset,
  PasswordWasReset,
  Profile,
  ProfileForm,
  Registration,
  SavedProfile,
  SignedIn,
} from "./accounts/user.ts";
import type { Activity, ActivityQuery } from "./activity/activity.ts";
import type {
  Appointment,
  AppointmentDetails,
  AppointmentQuery,
  AppointmentStep,
  CancelForm,
  Desk,
  ExpertHours,
  FeedState,
  HoursQuery,
  KeepForm,
  NewFeed,
  OutcomeForm,
  PhoneBookingForm,
  ReassignForm,
  TimeForm,
} from "./appointments/appointment.ts";
import type { Intake, IntakeForm } from "./appointments/intake.ts";
import type { JoinPage } from "./appointments/join.ts";
import type { NextTimes, ScheduleForm, ScheduleState, SlotList } from "./appointments/schedule.ts";
import type { Blog, BlogQuery } from "./catalogue/blog.ts";
import type { Course } from "./catalogue/course.ts";
import type { ImportResult } from "./catalogue/csv.ts";
import type { Expert } from "./catalogue/expert.ts";
import type { FacetQuery, Product, ProductFacets, ProductQuery, RelatedProducts } from "./catalogue/product.ts";
import type { Suggestion } from "./catalogue/suggestion.ts";
import type { Coupon, CouponQuery } from "./coupons/coupon.ts";
import type { MonthAccounts, Register } from "./documents/accounts.ts";
import type { OrderDocument } from "./documents/document.ts";
import type { Enquiry, EnquiryForm, EnquiryMark, EnquiryQuery, EnquiryReceived } from "./enquiries/enquiry.ts";
import type { ListQuery, SearchQuery } from "./list.ts";
import type { DeliveryEstimate } from "./orders/delivery.ts";
import type {
  BulkStatusForm,
  BulkStatusResult,
  InternalNoteForm,
  Order,
  OrderForm,
  OrderQuery,
  OwnedCourse,
  PaymentOrder,
  PaymentRequest,
  PlacedOrder,
  ShippingForm,
  StatusForm,
} from "./orders/order.ts";
import type { CartQuote, QuotedLine, QuoteRequest } from "./orders/quote.ts";
import type { Shipment, ShipmentChange, ShipmentForm } from "./orders/shipment.ts";
import type { SiteSettings } from "./pages/site.ts";
import type { DealtWithForm, Refund, RefundForm } from "./refunds/refund.ts";
import type { Dashboard } from "./reports/dashboard.ts";
import type { SalesQuery, SalesReport } from "./reports/sales.ts";
import type {
  NewReview,
  OwnReview,
  Review,
  ReviewCounts,
  ReviewDecision,
  ReviewedItem,
  ReviewPage,
  ReviewQuery,
} from "./reviews/review.ts";
import type { SettingGroup } from "./settings/settings.ts";
import type {
  DemoCounts,
  FirstDay,
  SettingChange,
  SettingForm,
  SettingState,
  TestMail,
} from "./settings/settings-calls.ts";
import type { BackInStockForm } from "./wishlist/wishlist.ts";

/**
 * The JSON calls of the API as types; the client reads the parameters of a path from its name.
 * `tests/integration/api-calls.test.ts` checks the calls against the routes.
 */
export interface Calls {
  "GET /api/products": { query?: ProductQuery & Pick<SearchQuery, "ids">; reply: Product[] };
  "GET /api/products/facets": { query?: FacetQuery; reply: ProductFacets };
  "GET /api/products/:id": { reply: Product };
  "GET /api/products/:id/related": { reply: RelatedProducts };
  "POST /api/products": { form: FormData; reply: Product };
  "PUT /api/products/:id": { form: FormData; reply: Product };
  "DELETE /api/products/:id": { reply: { message: string } };
  "POST /api/products/:id/duplicate": { reply: Product };
  "POST /api/products/import": { form: FormData; reply: ImportResult };
  "GET /api/suggestions": { query: { q: string }; reply: Suggestion[] };
  "GET /api/courses": { query?: SearchQuery; reply: Course[] };
  "GET /api/courses/:id": { reply: Course };
  "POST /api/courses": { form: FormData; reply: Course };
  "PUT /api/courses/:id": { form: FormData; reply: Course };
  "DELETE /api/courses/:id": { reply: { message: string } };
  "GET /api/experts": { query?: SearchQuery; reply: Expert[] };
  "GET /api/experts/:id": { reply: Expert };
  "POST /api/experts": { form: FormData; reply: Expert };
  "PUT /api/experts/:id": { form: FormData; reply: Expert };
  "DELETE /api/experts/:id": { reply: { message: string } };
  "GET /api/blogs": { query?: BlogQuery; reply: Blog[] };
  "GET /api/blogs/:id": { reply: Blog };
  "POST /api/blogs": { form: FormData; reply: Blog };
  "PUT /api/blogs/:id": { form: FormData; reply: Blog };
  "DELETE /api/blogs/:id": { reply: { message: string } };
  "POST /api/enquiries": { body: EnquiryForm; reply: EnquiryReceived };
  "GET /api/wishlist": { reply: Product[] };
  "GET /api/wishlist/ids": { reply: string[] };
  "PUT /api/wishlist/:id": { reply: { message: string } };
  "DELETE /api/wishlist/:id": { reply: { message: string } };
  "POST /api/back-in-stock": { body: BackInStockForm; reply: { message: string } };
  "GET /api/enquiries": { query?: EnquiryQuery; reply: Enquiry[] };
  "PUT /api/enquiries/:id": { body: EnquiryMark; reply: Enquiry };
  "DELETE /api/enquiries/:id": { reply: { message: string } };
  "GET /api/reviews": { query: ReviewQuery; reply: Review[] | OwnReview[] };
  "GET /api/reviews/counts": { query: ReviewedItem; reply: ReviewCounts };
  "GET /api/reviews/mine": { query?: ListQuery; reply: OwnReview[] };
  "GET /api/orders/:id/documents": { reply: OrderDocument[] };
  "GET /api/reviews/of-order/:id": { reply: ReviewPage };
  "GET /api/reviews/page/:token": { reply: ReviewPage };
  "POST /api/reviews": { form: FormData; reply: NewReview };
  "PUT /api/reviews/:id": { body: ReviewDecision; reply: OwnReview };
  "DELETE /api/reviews/:id": { reply: { message: string } };
  "GET /api/dashboard": { reply: Dashboard };
  "GET /api/sales": { query: SalesQuery; reply: SalesReport };
  "GET /api/customers": { query?: CustomerQuery; reply: Customer[] };
  "GET /api/customers/:id": { reply: CustomerDetails };
  "GET /api/customers/:id/orders": { query?: ListQuery; reply: Order[] };
  "PUT /api/customers/:id/notes": { body: NotesForm; reply: CustomerNotes };
  "GET /api/first-day": { reply: FirstDay };
  "POST /api/first-day/test-mail": { reply: TestMail };
  "DELETE /api/first-day/demo-data": { reply: DemoCounts };
  "GET /api/accounts/:month": { query?: { page?: number }; reply: MonthAccounts };
  "GET /api/accounts/:month/settlements": { reply: Register };
  "POST /api/accounts/owed": { reply: MonthAccounts["owed"] };
  "GET /api/activity": { query?: ActivityQuery; reply: Activity[] };
  "GET /api/delivery": { query: { pin: string }; reply: DeliveryEstimate };
  "POST /api/cart/quote": { body: QuoteRequest; reply: QuotedLine[] | CartQuote };
  "GET /api/coupons": { query?: CouponQuery; reply: Coupon[] };
  "GET /api/coupons/:id": { reply: Coupon };
  "POST /api/coupons": { form: FormData; reply: Coupon };
  "PUT /api/coupons/:id": { form: FormData; reply: Coupon };
  "DELETE /api/coupons/:id": { reply: { message: string } };
  "GET /api/site": { reply: SiteSettings };
  "GET /api/settings": { reply: SettingState[] };
  "PUT /api/settings/:group": { params: { group: SettingGroup }; body: SettingForm; reply: SettingState };
  "PUT /api/settings/:group/draft": {
    params: { group: SettingGroup };
    body: Pick<SettingForm, "values">;
    reply: { preview: string };
  };
  "DELETE /api/settings/:group/draft": { params: { group: SettingGroup }; reply: { message: string } };
  "GET /api/settings/:group/history": { params: { group: SettingGroup }; reply: SettingChange[] };
  "POST /api/settings/:group/revert": {
    params: { group: SettingGroup };
    body: { version: number; to: number };
    reply: SettingState;
  };
  "POST /api/settings/pictures": { form: FormData; reply: { path: string } };
  "POST /api/users/login": { body: Credentials; reply: SignedIn };
  "POST /api/users/code": { body: MailRequest; reply: { message: string } };
  "POST /api/users/code/login": { body: CodeCredentials; reply: SignedIn };
  "POST /api/users/register": { body: Registration; reply: SignedIn };
  "GET /api/users/profile": { reply: Profile };
  "PUT /api/users/profile": { body: ProfileForm; reply: SavedProfile };
  "DELETE /api/users/profile": { body: Erasure; reply: { message: string } };
  "GET /api/users/addresses": { reply: SavedAddress[] };
  "POST /api/users/addresses": { body: AddressForm; reply: SavedAddress };
  "PUT /api/users/addresses/:id": { body: AddressForm; reply: SavedAddress };
  "DELETE /api/users/addresses/:id": { reply: { message: string } };
  "GET /api/people": { reply: People };
  "DELETE /api/people/:id": { reply: { message: string } };
  "POST /api/invitations": { body: InvitationForm; reply: Invitation };
  "POST /api/invitations/:id/resend": { reply: Invitation };
  "DELETE /api/invitations/:id": { reply: { message: string } };
  "GET /api/users/invitations/:token": { reply: OpenInvitation };
  "POST /api/users/invitations/:token": { body: Acceptance; reply: SignedIn };
  "GET /api/users/sessions": { reply: Login[] };
  "DELETE /api/users/sessions/:id": { reply: { message: string } };
  "DELETE /api/users/sessions": { reply: { message: string } };
  "POST /api/users/forgot": { body: MailRequest; reply: { message: string } };
  "PUT /api/users/reset/:token": { body: PasswordReset; reply: PasswordWasReset };
  "GET /api/users/second-factor": { reply: SecondFactor };
  "POST /api/users/second-factor/totp": { body: IdentityProof; reply: TotpEnrolment };
  "PUT /api/users/second-factor/totp": { body: TotpConfirmation; reply: ChangedSecondFactor };
  "DELETE /api/users/second-factor/totp": { body: SecondFactorProof; reply: ChangedSecondFactor };
  "POST /api/users/second-factor/passkeys/options": { body: IdentityProof; reply: PasskeyEnrolment };
  "POST /api/users/second-factor/passkeys": { body: NewPasskey; reply: ChangedSecondFactor };
  "DELETE /api/users/second-factor/passkeys/:id": { body: SecondFactorProof; reply: ChangedSecondFactor };
  "POST /api/users/second-factor/recovery-codes": { body: IdentityProof; reply: ChangedSecondFactor };
  "POST /api/orders": { headers?: { "idempotency-key": string }; body: OrderForm; reply: PlacedOrder };
  "GET /api/orders": { query?: OrderQuery; reply: Order[] };
  "GET /api/experts/next-times": { query: { minutes: number }; reply: NextTimes };
  "GET /api/experts/:id/slots": {
    query: { minutes: number; from?: string; days?: number; except?: string };
    reply: SlotList;
  };
  "GET /api/appointments": { query?: AppointmentQuery; reply: AppointmentDetails[] };
  "GET /api/appointments/hours": { query?: HoursQuery; reply: ExpertHours[] };
  "GET /api/appointments/:id/history": { reply: AppointmentStep[] };
  "PUT /api/appointments/:id/keep": { body: KeepForm; reply: Appointment };
  "GET /api/join/:token": { reply: JoinPage };
  "GET /api/desk": { reply: Desk };
  "GET /api/experts/:id/feed": { reply: FeedState };
  "POST /api/experts/:id/feed": { reply: NewFeed };
  "DELETE /api/experts/:id/feed": { reply: { message: string } };
  "PUT /api/appointments/:id/time": { body: TimeForm; reply: Appointment };
  "POST /api/appointments": { body: PhoneBookingForm; reply: AppointmentDetails };
  "POST /api/appointments/:id/cancel": { body: CancelForm; reply: Appointment };
  "PUT /api/appointments/:id/outcome": { body: OutcomeForm; reply: Appointment };
  "PUT /api/appointments/:id/expert": { body: ReassignForm; reply: Appointment };
  "GET /api/appointments/:id/intake": { reply: Intake };
  "PUT /api/appointments/:id/intake": { body: IntakeForm; reply: Intake };
  "DELETE /api/appointments/:id/intake": { reply: { message: string } };
  "GET /api/experts/:id/schedule": { reply: ScheduleState };
  "PUT /api/experts/:id/schedule": { body: ScheduleForm; reply: ScheduleState };
  "GET /api/orders/my": { query?: ListQuery; reply: Order[] };
  "GET /api/orders/my/courses": { reply: OwnedCourse[] };
  "GET /api/orders/:id": { reply: Order };
  "PUT /api/orders/status": { body: BulkStatusForm; reply: BulkStatusResult };
  "PUT /api/orders/:id/status": { body: StatusForm; reply: Order };
  "PUT /api/orders/:id/shipping": { body: ShippingForm; reply: Order };
  "POST /api/orders/:id/shipments": { headers?: { "idempotency-key": string }; body: ShipmentForm; reply: Shipment };
  "PUT /api/orders/:id/shipments/:shipmentId": { body: ShipmentChange; reply: Shipment };
  "POST /api/orders/:id/shipments/:shipmentId/delivered": { reply: Shipment };
  "DELETE /api/orders/:id/shipments/:shipmentId": { reply: { message: string } };
  "PUT /api/orders/:id/internal-note": { body: InternalNoteForm; reply: Order };
  "POST /api/orders/:id/cancel": { reply: Order };
  "POST /api/orders/:id/refunds": { headers: { "idempotency-key": string }; body: RefundForm; reply: Refund };
  "POST /api/orders/:id/refunds/:refundId/retry": { reply: Refund };
  "POST /api/orders/:id/refunds/:refundId/dealt-with": { body: DealtWithForm; reply: Order };
  "POST /api/orders/:id/payments/:paymentId/dealt-with": { body: DealtWithForm; reply: Order };
  "DELETE /api/orders/:id": { reply: { message: string } };
  "POST /api/payments/razorpay": { body: PaymentRequest; reply: PaymentOrder };
}

/** Sends one HTTP request: `fetch` in the browser, in-process on the server. */
export type Send = (request: {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | FormData;
}) => Promise<Pick<Response, "ok" | "status" | "headers" | "json">>;
