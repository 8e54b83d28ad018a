import { Icon } from "./icon.tsx";

export function Notices({ notices }: { notices: string[] }) {
  return (
    <section aria-labelledby="notices" className="mt-6 border-t border-line pt-5">
      <h2 id="notices" className="font-sans text-base font-semibold">
        Important Information
      </h2>
      <ul className="mt-3 flex flex-wrap gap-2">
        {notices.map((notice) => (
          <li
            key={notice}
            className="inline-flex min-h-9 items-center gap-2 rounded-full border border-line bg-sand px-3.5 text-small font-medium"
          >
            <Icon name="info" size={16} className="text-saffron-deep" />
            {notice}
          </li>
        ))}
      </ul>
    </section>
  );
}
