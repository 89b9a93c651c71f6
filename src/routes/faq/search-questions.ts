import type { QuestionGroup } from "../../content/schemas";
import { plainText } from "../../ui/rich-text";

/** Questions that contain every word of the search; groups without any are dropped. */
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

export function countOf(groups: readonly QuestionGroup[]): number {
  return groups.reduce((sum, { questions }) => sum + questions.length, 0);
}
