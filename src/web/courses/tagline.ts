/** The banner text of the list and of each course. The course's own short description is in its overview. */
export const TAGLINE = "Learn slowly, in small groups, from people who practise";
