import path from "node:path";
import { eq } from "drizzle-orm";
import type { Appointments } from "../src/server/appointments/service.ts";
import type { Catalogue } from "../src/server/catalogue/service.ts";
import type { Images } from "../src/server/images/service.ts";
import type { Clock } from "../src/server/platform/clock.ts";
import type { Database } from "../src/server/platform/database/database.ts";
import { shopState } from "../src/server/platform/database/shop-state-table.ts";
import { localFileStore } from "../src/server/platform/files/file-store.ts";
import { addDays, indianDay } from "../src/server/platform/indian-time.ts";
import type { DemoRecord } from "./records.ts";
import { type DemoCourseDetails, weekdays } from "./types.ts";

const LOADED_KEY = "demo-catalogue";
const pictureFiles = localFileStore(path.join(import.meta.dirname, "pictures"));

interface DemoDeps {
  db: Database;
  services: { catalogue: Catalogue; images: Images; appointments: Appointments };
  clock: Clock;
  progress(line: string): void;
}

class AlreadyLoadedError extends Error {}

/** Reads the pictures of all records: `npm run draw` has rendered them, which would be too slow for a start. */
async function readPictures(records: DemoRecord<unknown>[], { copyImage }: Images) {
  const read = records.map(async (record) => {
    const copies = record.drawings.map(({ name }) => copyImage(`${name}.avif`, { from: pictureFiles }));
    return [record, await Promise.all(copies)] as const;
  });
  return new Map(await Promise.all(read));
}

async function isEmpty(catalogue: Catalogue) {
  const one = { limit: 1 };
  const lists = [catalogue.products, catalogue.courses, catalogue.experts, catalogue.blogs].map((kind) =>
    kind.list(one, "owner"),
  );
  return (await Promise.all(lists)).every(({ total }) => total === 0);
}

function firstDay(today: string, { on, afterDays }: DemoCourseDetails["starts"]) {
  const earliest = addDays(today, afterDays);
  return addDays(earliest, (weekdays.indexOf(on) - new Date(earliest).getUTCDay() + 7) % 7);
}

/** Ids by the name of the record. A name that no record has is a mistake in the demo data. */
function idsByName(items: ({ _id: string; title: string } | { _id: string; name: string })[]) {
  const ids = new Map(items.map((item) => ["title" in item ? item.title : item.name, item._id]));
  return (name: string) => {
    const id = ids.get(name);
    if (!id) throw new Error(`The demo data names “${name}”, which is not in it.`);
    return id;
  };
}

/** Loads the demo catalogue into an empty shop in one transaction, at most once. */
export async function loadDemoOnce({ db, services, clock, progress }: DemoDeps) {
  const { catalogue, images, appointments } = services;
  const [loaded] = await db.select().from(shopState).where(eq(shopState.key, LOADED_KEY));
  if (loaded || !(await isEmpty(catalogue))) return;

  progress("Loading the demo catalogue …");
  const { demoBlogs, demoCourses, demoExperts, demoProducts } = await import("./records.ts");
  const { demoBookings, demoHours, demoRoom } = await import("./appointments.ts");
  const pictures = await readPictures([...demoProducts, ...demoCourses, ...demoExperts, ...demoBlogs], images);
  const now = clock.now().getTime();
  const today = indianDay(clock.now());
  const toRows = <Form, R extends DemoRecord<Form>>(
    records: (R & DemoRecord<Form>)[],
    toForm: (record: R) => Form = ({ form }) => form,
  ) =>
    records.map((record) => ({
      form: toForm(record),
      images: pictures.get(record)!.map((image) => image.path),
      createdAt: new Date(now - record.ageMs),
    }));

  try {
    await images.saveWith([...pictures.values()].flat(), async (tx) => {
      const [inserted] = await tx
        .insert(shopState)
        .values({ key: LOADED_KEY, value: "loaded" })
        .onConflictDoNothing()
        .returning();
      // Another process was faster: roll back, which also deletes the pictures.
      if (!inserted) throw new AlreadyLoadedError();
      const products = await catalogue.products.insert(tx, toRows(demoProducts));
      const experts = await catalogue.experts.insert(tx, toRows(demoExperts));
      const [productId, expertId] = [idsByName(products), idsByName(experts)];
      const courseRows = toRows(demoCourses, ({ form, teacher, starts }) => ({
        ...form,
        teacherId: expertId(teacher),
        nextStart: firstDay(today, starts),
      }));
      const courses = await catalogue.courses.insert(tx, courseRows);
      const courseId = idsByName(courses);
      const blogRows = toRows(demoBlogs, ({ form, ...mentioned }) => ({
        ...form,
        mentionedProducts: mentioned.products.map(productId),
        mentionedCourses: mentioned.courses.map(courseId),
      }));
      const blogs = await catalogue.blogs.insert(tx, blogRows);
      const withHours = experts.map((expert) => ({
        ...expert,
        hours: demoHours[expert.name],
        roomUrl: demoRoom(expert.name),
        bookings: demoBookings.filter((one) => one.expert === expert.name),
      }));
      const sessions = await appointments.addDemoAppointments(tx, withHours);
      await catalogue.demo.mark(tx, [...products, ...experts, ...courses, ...blogs, ...sessions]);
    });
  } catch (error) {
    if (!(error instanceof AlreadyLoadedError)) throw error;
  }
}
