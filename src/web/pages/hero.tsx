import { site } from "../../../site.config.ts";
import { preloadStarChart } from "../art/preload-star-chart.ts";
import { LinkButton } from "../ui/button.tsx";

export function Hero() {
  preloadStarChart();
  return (
    <section aria-labelledby="hero" className="hero-sky night-sky on-night text-ivory">
      <div className="shell flex flex-col justify-center py-16 md:min-h-[34rem] md:py-24 lg:min-h-[38rem]">
        <h1 id="hero" className="max-w-[13ch] text-hero">
          {site.tagline}
        </h1>
        <p className="mt-5 max-w-[44ch] text-lead text-balance text-moon">{site.description}</p>
        <div className="mt-9 flex flex-wrap gap-3 max-sm:*:px-4">
          <LinkButton to="/courses" look="accent">
            Explore Courses
          </LinkButton>
          <LinkButton to="/products" look="night">
            Shop Products
          </LinkButton>
        </div>
      </div>
    </section>
  );
}
