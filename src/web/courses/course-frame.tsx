import { Outlet, useRouteLoaderData, useSearchParams } from "react-router";
import { listViewAt } from "../lib/list-view.ts";
import { Banner } from "../ui/banner.tsx";
import { ListCount } from "../ui/list-parts.tsx";
import { SearchBox } from "../ui/search-box.tsx";
import type { loader } from "./course-list.tsx";
import { TAGLINE } from "./tagline.ts";

/** Layout route of the course list: banner and search need no data, so they stay when loading the list fails. */
export default function CourseFrame() {
  const [search] = useSearchParams();
  const view = listViewAt(search);
  const list = useRouteLoaderData<typeof loader>("courses/course-list");
  const isEmptyShop = list?.total === 0 && !view.q;
  return (
    <>
      <Banner title="Our Courses" lead={TAGLINE} />
      <div className="shell pt-6 pb-20 md:pt-8">
        {!isEmptyShop && (
          <div className="flex flex-wrap items-stretch gap-3">
            <SearchBox what="courses" path="/courses" q={view.q} />
            <ListCount total={list?.total} view={{ ...view, page: list?.view.page }} nouns={["course", "courses"]} />
          </div>
        )}
        <Outlet />
      </div>
    </>
  );
}
