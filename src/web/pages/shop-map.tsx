import { useState } from "react";
import { site } from "../../../site.config.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";

const { latitude, longitude } = site.map;
const box = [longitude - 0.012, latitude - 0.007, longitude + 0.012, latitude + 0.007].map((edge) => edge.toFixed(5));
const embedded = `https://www.openstreetmap.org/export/embed.html?bbox=${box.join("%2C")}&layer=mapnik&marker=${latitude}%2C${longitude}`;
const linked = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;

/** The map is loaded from another site, so only on request. */
export function ShopMap() {
  const [isShown, setShown] = useState(false);
  return (
    <div>
      <div className="map-box">
        {isShown ? (
          <iframe title={`Map: where to find ${site.brand}`} src={embedded} className="size-full" />
        ) : (
          <div className="map-sketch">
            <Icon name="map-pin" size={40} className="text-rose" />
            <Button onClick={() => setShown(true)} className="needs-script">
              Show map
            </Button>
            <p className="needs-script max-w-[40ch] text-small text-ink-soft">
              The map is loaded from openstreetmap.org, which then learns your network address.
            </p>
          </div>
        )}
      </div>
      <a
        href={linked}
        target="_blank"
        rel="noopener"
        className="mt-2 inline-flex min-h-11 items-center font-semibold text-saffron-deep underline underline-offset-4"
      >
        Open in OpenStreetMap
      </a>
    </div>
  );
}
