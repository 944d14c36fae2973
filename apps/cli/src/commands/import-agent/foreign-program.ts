import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { MemoryTarget } from '@hermes/memory'
import type { Io } from '../../io.js'

/** Another agent with notes and skills that can be imported. */
export interface ForeignProgram {
  readonly title: string
  /** Environment variable with the path of its home. */
  readonly variable: string
  /** Its default home, relative to the home folder of the user. */
  readonly folder: string
  /** Places of its notes, in the order in which they are imported. For each, the first file that exists is read. */
  readonly notes: readonly NotePlace[]
  /** Whether it also reads `~/.agents/skills`. */
  readonly sharesSkills: boolean
  /** Folder with its logs of conversations. */
  readonly logs: string
  /** Matches entries of its home that users may miss. */
  readonly missed: RegExp
}

export interface NotePlace {
  readonly target: MemoryTarget
  /** Glob patterns relative to its home. */
  readonly patterns: readonly string[]
}

/** Programs by their name on the command line. Sources: the pages on memory of both programs. */
export const foreignPrograms: ReadonlyMap<string, ForeignProgram> = new Map<string, ForeignProgram>([
  [
    'claude-code',
    {
      title: 'Claude Code',
      variable: 'CLAUDE_CONFIG_DIR',
      folder: '.claude',
      notes: [
        { target: 'user', patterns: ['CLAUDE.md'] },
        { target: 'user', patterns: ['rules/**/*.md'] },
        { target: 'memory', patterns: ['projects/*/memory/*.md'] },
      ],
      sharesSkills: false,
      logs: 'projects',
      missed: /^(settings(\.local)?\.json|commands|agents|hooks|plugins|output-styles)$/,
    },
  ],
  [
    'codex',
    {
      title: 'Codex',
      variable: 'CODEX_HOME',
      folder: '.codex',
      notes: [
        { target: 'user', patterns: ['AGENTS.override.md', 'AGENTS.md'] },
        { target: 'memory', patterns: ['memories/memory_summary.md'] },
      ],
      sharesSkills: true,
      logs: 'sessions',
      missed: /^(config\.toml|auth\.json|prompts|rules|agents|hooks\.json)$/,
    },
  ],
])

/** Returns the home of the program: the one named on the command line, else by its variable, else its default. */
export function homeOf({ variable, folder }: ForeignProgram, io: Io, named: string | undefined): string {
  return resolve(io.workingDirectory, named ?? (io.env[variable] || join(userHome(io), folder)))
}

export function userHome({ env }: Io): string {
  return env.HOME || homedir()
}
