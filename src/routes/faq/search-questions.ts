import type { QuestionGroup } from "../../content/schemas";
import { plainText } from "../../ui/rich-text";

/** The questions that hold every word of the search, in the question or in the answer; groups without one are left out. */
export function searchQuestions(
  groups: readonly QuestionGroup[],
  search: string,
): QuestionGroup[] {
  const words = search.toLowerCase().split(/\s+/u).filter(Boolean);
  return groups
    .map((group) => ({
      ...group,
      questions: group.questions.filter(({ question, answer }) => {
        const text = `${question} ${plainText(answer)}`.toLowerCase();
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ questions }) => questions.length > 0);
}

/** How many questions the groups hold together. */
export function countOf(groups: readonly QuestionGroup[]): number {
  return groups.reduce((sum, { questions }) => sum + questions.length, 0);
}
