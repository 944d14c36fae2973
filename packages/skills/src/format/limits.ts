/** The limits of the format and of what Hermes reads and writes. Sizes are in bytes unless stated otherwise. */
export const skillLimits = {
  nameChars: 64,
  descriptionChars: 1024,
  compatibilityChars: 500,
  /** Maximum length of SKILL.md. */
  documentChars: 100_000,
  /** Maximum length of the frontmatter. Longer frontmatter is not read. */
  frontmatterChars: 65_536,
  /** Maximum size of another file of a skill. */
  fileBytes: 1_048_576,
  /** Maximum size of all files of a skill. */
  totalBytes: 5_242_880,
  files: 50,
  /** Recommended maximum number of lines. Longer documents should move parts to separate files. */
  advisedLines: 500,
  /** Recommended maximum length, about 5,000 tokens. */
  advisedChars: 20_000,
} as const
