import type { Blog } from "./blog.ts";
import type { Course } from "./course.ts";
import type { EnquiryForm, EnquiryReceived } from "./enquiry.ts";
import type { Expert } from "./expert.ts";
import type { SearchQuery } from "./list.ts";
import type { Product, ProductQuery } from "./product.ts";
import type { QuotedLine, QuoteRequest } from "./quote.ts";
import type { SiteSettings } from "./site.ts";
import type { Credentials, SignedIn } from "./user.ts";

/** Every call of the API, as types only: what the browser sends and reads. */
export interface Calls {
  "GET /api/products": { query?: ProductQuery; reply: Product[] };
  "GET /api/products/:id": { params: { id: string }; reply: Product };
  "POST /api/products": { form: FormData; reply: Product };
  "PUT /api/products/:id": { params: { id: string }; form: FormData; reply: Product };
  "DELETE /api/products/:id": { params: { id: string }; reply: { message: string } };
  "GET /api/courses": { query?: SearchQuery; reply: Course[] };
  "GET /api/courses/:id": { params: { id: string }; reply: Course };
  "GET /api/experts": { query?: SearchQuery; reply: Expert[] };
  "GET /api/experts/:id": { params: { id: string }; reply: Expert };
  "GET /api/blogs": { query?: SearchQuery; reply: Blog[] };
  "GET /api/blogs/:id": { params: { id: string }; reply: Blog };
  "POST /api/enquiries": { body: EnquiryForm; reply: EnquiryReceived };
  "POST /api/cart/quote": { body: QuoteRequest; reply: QuotedLine[] };
  "GET /api/site": { reply: SiteSettings };
  "POST /api/users/login": { body: Credentials; reply: SignedIn };
}

/** One HTTP exchange, however it travels: `fetch` in the browser, in-process on the server. */
export type Send = (request: {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | FormData;
}) => Promise<Pick<Response, "ok" | "status" | "headers" | "json">>;

/** The server and the bundle of pages are built apart and meet in this one global name. */
export const SEND_CONTEXT: unique symbol = Symbol.for("nakshatra.send");
