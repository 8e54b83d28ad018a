/** Below the title of the list and of each course, where the overview has the course's own short description. */
export const TAGLINE = "Learn slowly, in small groups, from people who practise";
