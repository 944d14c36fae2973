/** The limits of the format and of what Hermes reads and writes. Sizes are in bytes if they do not say otherwise. */
export const skillLimits = {
  nameChars: 64,
  descriptionChars: 1024,
  compatibilityChars: 500,
  /** SKILL.md. */
  documentChars: 100_000,
  /** Longer frontmatter is not read. */
  frontmatterChars: 65_536,
  /** Another file of a skill. */
  fileBytes: 1_048_576,
  /** All files of a skill. */
  totalBytes: 5_242_880,
  files: 50,
  /** Longer documents should move parts to files of their own. */
  advisedLines: 500,
  /** Some 5,000 tokens. */
  advisedChars: 20_000,
} as const
