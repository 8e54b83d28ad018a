import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { MAX_UPLOAD_BYTES } from "../../contracts/catalogue/image-rules.ts";
import { deleted, idParams, tokenParams } from "../../contracts/error.ts";
import { listQuery } from "../../contracts/list.ts";
import {
  newReview,
  ownReview,
  type ReviewQuery,
  review,
  reviewCounts,
  reviewDecision,
  reviewedItem,
  reviewForm,
  reviewPage,
  reviewQuery,
} from "../../contracts/reviews/review.ts";
import { MAX_REVIEW_PHOTOS } from "../../contracts/reviews/review-rules.ts";
import type { Catalogue } from "../catalogue/service.ts";
import { readFields } from "../platform/http/api-errors.ts";
import { routesFor, sendPage } from "../platform/http/api-routes.ts";
import { httpError } from "../platform/http/errors.ts";
import type { Logins } from "../platform/http/logins.ts";
import { readMultipartForm } from "../platform/http/multipart-form.ts";
import { PHOTO_FIELD, type Reviews } from "./service.ts";

interface ReviewRouteDeps {
  reviews: Reviews;
  catalogue: Catalogue;
  logins: Logins;
}

const PHOTOS = { maxFiles: MAX_REVIEW_PHOTOS, maxBytes: MAX_UPLOAD_BYTES };

export function reviewRoutes(app: FastifyInstance, { reviews, catalogue, logins }: ReviewRouteDeps) {
  const { everyone, user, owner } = routesFor(app, logins, "reviews");
  /** Reviews change with the record's rating, so they share its tag. The owner's lists are not cached. */
  const tagsOf = ({ itemType, itemId, state }: ReviewQuery) =>
    itemType && itemId && !state ? [catalogue.reviewedTag({ itemType, itemId })] : undefined;
  const cache = { tags: ({ query }: { query: unknown }) => tagsOf(query as ReviewQuery) };

  everyone.get(
    "/reviews",
    {
      summary: "The published reviews of an item, newest first",
      description: "With `state`: those of all items in that state, for the owner.",
      query: reviewQuery,
      response: z.array(z.union([ownReview, review])),
      config: { cache },
    },
    async (request, reply) => {
      if (request.query.state) await logins.requireOwner(request);
      return sendPage<z.infer<typeof review>>(reply, await reviews.list(request.query));
    },
  );

  everyone.get(
    "/reviews/counts",
    {
      summary: "How many published reviews of an item have one to five stars",
      query: reviewedItem,
      response: reviewCounts,
      config: { cache },
    },
    (request) => reviews.countStars(request.query),
  );

  user.get(
    "/reviews/mine",
    { summary: "One's own reviews, newest first", query: listQuery, response: z.array(ownReview) },
    async (request, reply) => sendPage(reply, await reviews.listMine(request.user.id, request.query)),
  );

  user.get(
    "/reviews/of-order/:id",
    { summary: "What can be reviewed of one's own order", params: idParams, response: reviewPage },
    (request) => reviews.findForBuyer(request.params.id, request.user.id),
  );

  everyone.get(
    "/reviews/page/:token",
    { summary: "What can be reviewed, by the link of a mail", params: tokenParams, response: reviewPage },
    (request) => reviews.findByLink(request.params.token, request.ip),
  );

  user.post(
    "/reviews",
    {
      summary: "Review an item of one's own order",
      description: `Multipart form; up to ${MAX_REVIEW_PHOTOS} pictures in \`${PHOTO_FIELD}\`. Stars alone are published at once, text and photos after the owner's look.`,
      consumes: ["multipart/form-data"],
      response: newReview,
      status: 201,
    },
    async (request) => {
      // A shop does not review itself.
      if (request.user.role !== "customer") throw httpError("not_allowed");
      const { fields, files } = await readMultipartForm(request, PHOTO_FIELD, PHOTOS);
      return reviews.create(request.user.id, readFields(reviewForm, fields), files);
    },
  );

  owner.put(
    "/reviews/:id",
    { summary: "Publish, reject or answer a review", params: idParams, body: reviewDecision, response: ownReview },
    (request) => reviews.decide(request.params.id, request.body, request.user.id),
  );

  user.delete(
    "/reviews/:id",
    { summary: "Withdraw one's own review", params: idParams, response: deleted },
    async (request) => {
      await reviews.withdraw(request.params.id, request.user.id);
      return { message: "Review withdrawn" };
    },
  );
}
