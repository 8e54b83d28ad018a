export function DetailList({ details }: { details: Record<string, React.ReactNode> }) {
  return (
    <dl className="grid gap-y-1.5">
      {Object.entries(details).map(([name, value]) => (
        <div key={name} className="flex flex-wrap gap-x-5">
          <dt className="min-w-24 text-ink-soft">{name}</dt>
          <dd className="min-w-0 grow basis-[10rem] wrap-anywhere whitespace-pre-line">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
