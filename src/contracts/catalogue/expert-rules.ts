/** Lists of short texts on an expert's page: all optional. */
export const listDetails = [
  { name: "topics", label: "Topics", items: 12, length: 60 },
  { name: "sampleQuestions", label: "Sample questions", items: 8, length: 200 },
] as const;
export type ListDetail = (typeof listDetails)[number]["name"];

export type ExpertDetails = Record<ListDetail, string[]>;

export const noExpertDetails: ExpertDetails = { topics: [], sampleQuestions: [] };
