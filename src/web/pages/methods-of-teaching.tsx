import type { Claim } from "../../contracts/settings/settings.ts";
import { PageArt } from "../art/page-art.tsx";
import { classes } from "../ui/classes.ts";
import { Section } from "../ui/section.tsx";
import { SwipeList } from "../ui/swipe-list.tsx";

const drawings = [
  { name: "scientific", ground: "bg-sage-wash text-sage" },
  { name: "energy", ground: "bg-rose-wash text-rose" },
  { name: "unique", ground: "bg-sand text-saffron-deep" },
] as const;

export function MethodsOfTeaching({ methods }: { methods: readonly Claim[] }) {
  return (
    <Section
      id="methods-of-teaching"
      title="Methods Of Teaching"
      lead="Three habits that run through every course, from the first evening to the last."
    >
      <SwipeList className="md:grid md:grid-cols-3 md:gap-6">
        {methods.map((method, index) => {
          const { name, ground } = drawings[index % drawings.length]!;
          return (
            <li key={method.title} className={classes("flex gap-4 rounded-card p-5 md:block md:p-8", ground)}>
              <PageArt name={name} className="size-14 shrink-0 md:size-36" />
              <div className="min-w-0 wrap-anywhere text-ink">
                <h3 className="text-heading md:mt-6">{method.title}</h3>
                <p className="mt-2">{method.text}</p>
              </div>
            </li>
          );
        })}
      </SwipeList>
    </Section>
  );
}
