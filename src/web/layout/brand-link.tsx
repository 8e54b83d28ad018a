import { site } from "../../../site.config.ts";
import { Icon } from "../ui/icon.tsx";
import { Link } from "../ui/link.tsx";

export function BrandLink() {
  return (
    <Link to="/" aria-label={`${site.brand}, home`} className="flex min-h-11 items-center gap-2.5">
      <Icon name="brand" size={40} className="shrink-0" />
      <span className="pt-0.5 font-display text-[min(1.5rem,7.5vw)] leading-none font-medium">{site.brand}</span>
    </Link>
  );
}
