import type { LinePattern } from './line-pattern.js'
import { settingsFiles } from './secret-places.js'

/** Patterns for tool descriptions only, which have no reason to mention such files or tags. */
export const toolPatterns: readonly LinePattern[] = [
  ['tool_steering', '<(?:important|secret|hidden|critical|attention|instructions?|system)>'],
  [
    'tool_steering',
    String.raw`(?<!\b(?:never|not|don't|avoid|cannot) )\b(?:read|open|cat|load|send|pass|include|provide|hand)\b[^\n.]{0,60}?(?:${settingsFiles}|\bmcp\.json\b|(?:^|[\s\x60"'/])\.env\b(?!\.))`,
  ],
]
