import { type AnnouncementLanguage, announcementLanguages } from './announcement-languages.js'

/**
 * Whether a final text ends by announcing a step that was not taken: `Let me now run the tests.` In English, Chinese, German,
 * Spanish and French.
 *
 * Prefers false negatives: only the last sentence counts, it must start in the first person, and its verb must be something that
 * tools do. A question to the user in the last lines, an offer, a condition (`once you confirm`), a quotation, a courtesy
 * (`Let me know`) or a plan for later does not count. The user's message is not considered: the caller must check that there are
 * tools, and insist at most twice.
 */
export function endsWithAnnouncement(text: string): boolean {
  const ending = text.slice(-maxEnding).replace(/(?<=\p{L})’(?=\p{L})/gu, "'")
  const sentences = toSentences(withoutCommandBlock(ending).trimEnd())
  const last = lastWithContent(sentences)
  if (last === undefined || last.length > maxSentence) return false
  if (sentences.slice(-4).some((sentence) => /[?？]/.test(sentence))) return false
  return announcementLanguages.some((language) => announces(last, language))
}

const maxEnding = 1_500
const maxSentence = 300

/** Removes a command in a shell block after `Let me run this:`, which was displayed instead of run. */
function withoutCommandBlock(text: string): string {
  return text.replace(/:\s*\n```(?:bash|sh|shell|console|zsh|powershell|cmd)\n[^`]{0,600}\n```\s*$/, ':')
}

/**
 * Returns the sentences of the last lines. Lines of a quotation, list, table, heading or code block stay whole, with their
 * marker.
 */
function toSentences(text: string): readonly string[] {
  return text
    .split('\n')
    .slice(-6)
    .flatMap((line) => (/^\s*(?:[>|#`]|[-*+] |\d+[.)] )/.test(line) ? [line] : line.split(sentenceEnd)))
    .map((sentence) => sentence.replace(/\*\*|__|(?<!\w)[*_]|[*_](?!\w)/g, '').trim())
    .filter((sentence) => sentence !== '')
}

const sentenceEnd = /(?<=[.!?…])\s+|(?<=[。！？])/

/**
 * Returns the last sentence other than those that accompany an announcement: `One moment.`,
 * `This will show what is wrong.`, an emoji.
 */
function lastWithContent(sentences: readonly string[]): string | undefined {
  const rest = sentences.map((sentence) => sentence.replace(/\p{Extended_Pictographic}|\u200d|\ufe0f/gu, '').trim())
  return rest.findLast((sentence) => sentence !== '' && !accompaniment.test(sentence))
}

const accompaniment =
  /^(?:(?:just )?(?:one|a) (?:moment|second|sec|minute)\b.{0,20}|(?:please )?(?:stand by|hold on|hang on|wait)\b.{0,20}|(?:this|that|it) (?:will|should|way)\b[^?]{0,150}|请?稍[等候].{0,6}|(?:einen )?(?:moment|augenblick)\b.{0,10}|un (?:momento|segundo|instant)\b.{0,20})$/i

function announces(sentence: string, { hint, starts, waits, later }: AnnouncementLanguage): boolean {
  if (!hint.test(sentence) || /["'”’»)\]`]$/.test(sentence)) return false
  return starts.some((start) => start.test(sentence)) && !waits.test(sentence.replace(later, ''))
}
