import { type ReactNode, useRef } from "react";
import { useNavigation } from "react-router";
import { LinkButton } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LoadProblem } from "../../ui/page-problem.tsx";
import { Pagination } from "../../ui/pagination.tsx";

interface AdminPageHeaderProps {
  title: string;
  note?: string | undefined;
  children?: ReactNode;
}

export function AdminPageHeader({ title, note, children }: AdminPageHeaderProps) {
  return (
    <header className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-3">
      <h1 className="text-heading">{title}</h1>
      <p aria-live="polite" className="text-ink-soft">
        {note}
      </p>
      {/* Not at the right end: toasts appear there. */}
      {children && <div className="flex flex-wrap items-center gap-2">{children}</div>}
    </header>
  );
}

export function LoadFailed({ children }: { children: ReactNode }) {
  return <LoadProblem>{children}</LoadProblem>;
}

/** Whether another view of the screen at `path` is loading, and the attributes that show it. */
export function useBusyArea(path: string, className?: string) {
  const isLoading = useNavigation().location?.pathname === path;
  return {
    "aria-busy": isLoading,
    className: classes("transition-opacity", isLoading && "opacity-50", className),
  };
}

interface ListPageProps<T> extends Pick<AdminPageHeaderProps, "title" | "note"> {
  path: string;
  actions?: ReactNode;
  filters: ReactNode;
  found: { items: T[]; total: number; page: number; pageCount: number } | undefined;
  failed: string;
  pageUrl: (page: number) => string;
  /** In place of an empty list. Without it, `children` renders that too. */
  empty?: readonly [title: string, text: string, to: string, link: string];
  /** `focusList` moves the focus to the list, when the focused control is gone. */
  children: (items: T[], focusList: () => void) => ReactNode;
}

export function ListPage<T>({ title, note, path, actions, filters, found, failed, empty, ...list }: ListPageProps<T>) {
  const area = useRef<HTMLDivElement>(null);
  const busy = useBusyArea(path, "mt-5 outline-none");
  const isEmpty = empty && found?.total === 0;
  return (
    <>
      <AdminPageHeader title={title} note={note}>
        {actions}
      </AdminPageHeader>
      {filters}
      <div ref={area} tabIndex={-1} {...busy}>
        {!found && <LoadFailed>{failed}</LoadFailed>}
        {isEmpty && (
          <EmptyState title={empty[0]} text={empty[1]}>
            <LinkButton to={empty[2]}>{empty[3]}</LinkButton>
          </EmptyState>
        )}
        {found && !isEmpty && (
          <>
            {list.children(found.items, () => area.current?.focus())}
            <Pagination page={found.page} pageCount={found.pageCount} linkTo={list.pageUrl} />
          </>
        )}
      </div>
    </>
  );
}
