/**
 * Writes `src/migrations/migrations.ts` from `migrations/`, and the same of PostgreSQL, so that a program bundled into one file needs no
 * folder beside it.
 */
import { readFileSync, writeFileSync } from 'node:fs'

const root = new URL('../', import.meta.url)

embed(
  'migrations',
  'src/migrations/migrations.ts',
  `/** One step of the schema. */
export interface Migration {
  readonly tag: string
  readonly sql: string
}

/** In the order in which they are applied. A file's \`user_version\` is the number of those that it has behind it. */`,
)

embed(
  'migrations-postgres',
  'src/postgres/migrations.ts',
  `import type { Migration } from '../migrations/migrations.js'

/** In the order in which they are applied, with the schema of the store first in the search path. */`,
  // Drizzle names the schema in references alone, and always the same one.
  (line) => line.replaceAll('"public".', ''),
)

function embed(folder, target, head, toLine = (line) => line) {
  const journal = JSON.parse(readFileSync(new URL(`${folder}/meta/_journal.json`, root), 'utf8'))
  const migrations = journal.entries.map(({ tag }) => {
    const lines = readFileSync(new URL(`${folder}/${tag}.sql`, root), 'utf8').split('\n')
    return `  {
    tag: '${tag}',
    sql: [
${lines.map((line) => `      ${JSON.stringify(toLine(line))},`).join('\n')}
    ].join('\\n'),
  },`
  })
  writeFileSync(
    new URL(target, root),
    `// Generated from \`${folder}/\` by \`pnpm generate\`.

${head}
export const migrations: readonly Migration[] = [
${migrations.join('\n')}
]
`,
  )
}
