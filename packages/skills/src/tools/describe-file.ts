import { skillLimits } from '../format/index.js'
import type { SkillFileContent } from '../library/index.js'

/** Formats a file of a skill for the model. */
export function describeFile(path: string, { bytes, size }: SkillFileContent): string {
  if (bytes.subarray(0, 8_192).includes(0)) return `${path} is not text: ${size} bytes.`
  const text = bytes.toString('utf8')
  if (text.length <= skillLimits.documentChars) return text
  return `${text.slice(0, skillLimits.documentChars).toWellFormed()}\n\n[Cut here: the file has ${size} bytes.]`
}
