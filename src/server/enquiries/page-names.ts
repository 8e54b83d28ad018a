import { isOwnPath, PAGE_NAMES } from "../../contracts/pages/page-rules.ts";
import type { Catalogue } from "../catalogue/service.ts";

/** The record's kind in a path such as `/product/<id>`. */
const RECORD_PAGE = /^\/(product|course|experts|blogs)\/([^/?#]+)\/?$/;

/** Names the pages that enquiries were sent from. */
export function createPageNames({ products, courses, experts, blogs }: Catalogue) {
  const findTitles: Record<string, (ids: string[]) => Promise<Map<string, { title: string } | { name: string }>>> = {
    product: (ids) => products.findMany(ids, "owner"),
    course: (ids) => courses.findMany(ids, "owner"),
    experts: (ids) => experts.findMany(ids, "owner"),
    blogs: (ids) => blogs.findMany(ids, "owner"),
  };

  /**
   * A function that returns a page's name: a record's title, a page's name, or the path if there is no such record.
   * Empty for anything that is not a page of the shop. One query for each kind of record.
   */
  return async (pages: string[]) => {
    const records = pages.flatMap((page) => {
      const [, kind = "", id = ""] = RECORD_PAGE.exec(page) ?? [];
      return kind ? [{ kind, id }] : [];
    });
    const found = Object.groupBy(records, ({ kind }) => kind);
    const titles = new Map<string, string>();
    for (const [kind, group = []] of Object.entries(found))
      for (const [id, item] of await findTitles[kind]!(group.map((record) => record.id)))
        titles.set(`${kind} ${id}`, "title" in item ? item.title : item.name);

    return (page: string) => {
      if (!isOwnPath(page)) return "";
      const [, kind, id] = RECORD_PAGE.exec(page) ?? [];
      return titles.get(`${kind} ${id}`) ?? PAGE_NAMES[page] ?? page;
    };
  };
}
