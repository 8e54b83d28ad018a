import { formatRate } from "../lib/money.ts";
import { useShop } from "../lib/site.ts";
import { Badge } from "../ui/badge.tsx";
import { Card, CardLink } from "../ui/card.tsx";
import { classes } from "../ui/classes.ts";
import { Icon } from "../ui/icon.tsx";
import { Link } from "../ui/link.tsx";
import { type ExpertSummary, isFounder } from "./expert-view.ts";
import { Portrait } from "./portrait.tsx";
import { StatusBadge } from "./status-badge.tsx";

/** The founder's card is dark and spans the whole list. */
export function ExpertCard({ expert, first }: { expert: ExpertSummary; first: boolean }) {
  const isTheFounder = isFounder(useShop(), expert);
  const { isOnline } = expert;
  return (
    <Card night={isTheFounder}>
      <div className={classes("expert-card", isTheFounder && "expert-card-founder")}>
        <Portrait
          image={expert.image}
          alt=""
          isOnline={isOnline}
          sizes={isTheFounder ? "(width >= 40rem) 208px, 112px" : "112px"}
          first={first}
          className="expert-card-portrait"
        />
        <div className="expert-card-head">
          {isTheFounder && (
            <p className="mb-1.5">
              <Badge tone="gold">Founder</Badge>
            </p>
          )}
          <h2 className={isTheFounder ? "text-title sm:text-heading" : "text-title"}>
            <CardLink to={`/experts/${expert._id}`}>{expert.name}</CardLink>
          </h2>
          <div className={classes("mt-1", isTheFounder ? "text-moon" : "text-ink-soft")}>
            {expert.exp !== null && <p>Exp. {expert.exp} years</p>}
            <p>{expert.languages}</p>
          </div>
        </div>
        {expert.domains.length > 0 && (
          <ul aria-label="Specialization" className="expert-card-domains">
            {expert.domains.map((domain) => (
              <li key={domain} className="expert-domain">
                {domain}
              </li>
            ))}
          </ul>
        )}
        <div className="expert-card-foot">
          <StatusBadge isOnline={isOnline} />
          {expert.price !== null && <p className="text-title font-semibold">{formatRate(expert.price)}</p>}
          <Link
            to={`/experts/${expert._id}#booking`}
            aria-label={`Call ${expert.name}`}
            className={classes("expert-call", isTheFounder && "expert-call-founder")}
          >
            <Icon name="phone" size={18} />
            Call
          </Link>
        </div>
      </div>
    </Card>
  );
}
