interface Article {
  title: string;
  images: string[];
  createdAt: string;
  words: number;
  minutes: number;
  mentions: { type: string; to: string; title: string }[];
}

/** The article as schema.org data. */
export const blogPostingData = (
  origin: string,
  path: string,
  article: Article,
  description: string,
  brand: string,
) => ({
  "@context": "https://schema.org",
  "@type": "BlogPosting",
  headline: article.title,
  description,
  datePublished: article.createdAt,
  wordCount: article.words,
  timeRequired: `PT${article.minutes}M`,
  mentions: article.mentions.map(({ type, to, title }) => ({ "@type": type, name: title, url: `${origin}${to}` })),
  image: article.images.map((image) => `${origin}${image}`),
  mainEntityOfPage: `${origin}${path}`,
  author: { "@type": "Organization", name: brand, url: origin },
  publisher: { "@type": "Organization", name: brand, url: origin },
});
