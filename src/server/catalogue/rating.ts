import { sql } from "drizzle-orm";
import type { ReviewedItem } from "../../contracts/reviews/review.ts";
import type { Transaction } from "../platform/database/database.ts";
import { courseResource } from "./course.ts";
import { expertResource } from "./expert.ts";
import { productResource } from "./product.ts";
import type { ResourceDeps } from "./resource-service.ts";
import { editTags, recordTag } from "./tags.ts";

const resources = { product: productResource, course: courseResource, consultancy: expertResource };

/** The cache tag of the record, for what is shown beside it. */
export const reviewedTag = ({ itemType, itemId }: ReviewedItem) => recordTag(resources[itemType].path, itemId);

/** Adds to the rating of a record and drops the pages that show it. The row lock keeps parallel changes exact. */
export const createRatings =
  ({ changes }: Pick<ResourceDeps, "changes">) =>
  async (tx: Transaction, { itemType, itemId }: ReviewedItem, { stars, count }: { stars: number; count: number }) => {
    const { table, path } = resources[itemType];
    if (count !== 0)
      await tx.execute(sql`update ${table}
        set rating_sum = rating_sum + ${stars}, rating_count = rating_count + ${count} where id = ${itemId}`);
    await changes.drop(tx, editTags(path, [itemId]));
  };
