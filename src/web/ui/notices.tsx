import { Icon } from "./icon.tsx";
import { Link } from "./link.tsx";

export function Notices({ notices }: { notices: string[] }) {
  return (
    <section aria-labelledby="notices" className="mt-6 border-t border-line pt-5">
      <h2 id="notices" className="font-sans text-base font-semibold">
        Important Information
      </h2>
      <ul className="mt-3 flex flex-wrap gap-2">
        {notices.map((notice) => (
          <li key={notice} className="notice">
            <Icon name="info" size={16} className="text-saffron-deep" />
            {notice}
          </li>
        ))}
      </ul>
      <p className="mt-3 text-small text-ink-soft">
        These are about a change of mind: if something is wrong with what you get, we put it right. Unsure? Ask us
        before you order, we like questions. The rest is in our{" "}
        <Link to="/terms_and_conditions" className="underline underline-offset-4 hover:text-ink">
          terms
        </Link>
        .
      </p>
    </section>
  );
}
