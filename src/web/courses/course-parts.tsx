import type { Course } from "../../contracts/catalogue/course.ts";
import type { SyllabusPart } from "../../contracts/catalogue/course-rules.ts";
import { Portrait } from "../experts/portrait.tsx";
import { addToCartWithToast, quantityInCart, useCart } from "../lib/cart.ts";
import { Button } from "../ui/button.tsx";
import { BuyFrame } from "../ui/buy-frame.tsx";
import { Icon } from "../ui/icon.tsx";
import { InCart } from "../ui/in-cart.tsx";
import { Link } from "../ui/link.tsx";
import { Price } from "../ui/price.tsx";
import type { CourseView, Teacher } from "./course-view.ts";

export function Glance({ glance }: Pick<CourseView, "glance">) {
  return (
    <dl aria-label="At a glance" className="course-glance">
      {glance.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Native `<details>`: works without scripts. */
export function Syllabus({ parts }: { parts: SyllabusPart[] }) {
  return (
    <ul className="syllabus">
      {parts.map(({ title, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a page never change their order.
        <li key={index}>
          {text ? (
            <details>
              <summary>
                {title}
                <Icon name="chevron-down" size={20} />
              </summary>
              <p>{text}</p>
            </details>
          ) : (
            <p className="syllabus-title">{title}</p>
          )}
        </li>
      ))}
    </ul>
  );
}

export function TeacherCard({ teacher: { _id, name, image, isOnline, exp, domains } }: { teacher: Teacher }) {
  return (
    <div className="relative grid max-w-[40rem] grid-cols-[88px_minmax(0,1fr)] items-center gap-x-5 gap-y-4 rounded-card border border-line bg-ivory p-4 transition-shadow hover:shadow-soft sm:grid-cols-[112px_minmax(0,1fr)] sm:p-5">
      <Portrait image={image} alt="" isOnline={isOnline} sizes="112px" />
      <div className="min-w-0">
        <h3 className="text-title">
          <Link to={`/experts/${_id}`} className="cover-link focus-visible:after:outline-offset-3">
            {name}
          </Link>
        </h3>
        {domains.length > 0 && <p className="mt-1">{domains.join(", ")}</p>}
        {exp !== null && <p className="text-small text-ink-soft">Exp. {exp} years</p>}
        <p aria-hidden className="mt-2 inline-flex items-center gap-1.5 font-semibold text-saffron-deep">
          See profile
          <Icon name="arrow-right" size={18} />
        </p>
      </div>
    </div>
  );
}

export function CourseBuyBox({ course: { _id, title, actualPrice, offerPrice, image } }: { course: Course }) {
  const item = { itemId: _id, itemType: "course", title, price: offerPrice, image: image ?? "" } as const;
  return (
    <BuyFrame facts={<Price price={actualPrice} offerPrice={offerPrice} large />}>
      <Button look="accent" onClick={() => addToCartWithToast(item)} className="needs-script buy-box-button">
        Exchange Energy
      </Button>
      <InCart quantity={quantityInCart(useCart(), item)} />
    </BuyFrame>
  );
}
