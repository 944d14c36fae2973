import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lintSkill, readSkill, scanSkill } from '@hermes/skills'
import { describe, expect, test } from 'vitest'
import { parseArguments } from '../../apps/cli/src/arguments/parse-arguments.js'
import { commands } from '../../apps/cli/src/commands/command-table.js'
import { parseConfigDocument } from '../../packages/runtime/src/config/document/config-document.js'

const root = fileURLToPath(new URL('../../skills', import.meta.url))

const skills = globSync('*/*/SKILL.md', { cwd: root })
  .sort()
  .map((path) => ({ path, folder: join(root, dirname(path)), text: readFileSync(join(root, path), 'utf8') }))

/** The maximum length. What the model reads before it does anything should cost less than a page. */
const mostChars = 6_000

/** The cautions of the guard about skills whose task requires them. */
const cautions: Readonly<Record<string, readonly string[]>> = {
  'systemd-service': ['stays_installed'],
  'tls-certificate': ['becomes_root'],
}

test('there are at least 78 skills in 26 categories, each with its own name', () => {
  expect(skills.length).toBeGreaterThanOrEqual(78)
  expect(new Set(skills.map(({ path }) => path.split('/')[0])).size).toBeGreaterThanOrEqual(26)
  expect(new Set(skills.map(({ folder }) => basename(folder))).size).toBe(skills.length)
})

describe.each(skills)('$path', ({ folder, text }) => {
  test('keeps the strict format', async () => {
    const files = globSync('**/*', { cwd: folder, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    expect(await lintSkill({ text, folderName: basename(folder), files })).toEqual({ errors: [], advice: [] })
  })

  test('says in the index what it does and when to use it', async () => {
    const { description } = await readSkill(text)
    expect(description).toMatch(/\bUse (?:it )?(?:for|when|to|after|before|if|on)\b/)
    expect(description.length).toBeLessThanOrEqual(300)
    expect(text.length).toBeLessThanOrEqual(mostChars)
  })

  test('passes the guard', async () => {
    const { findings } = await scanSkill(folder)
    expect(findings.map(({ id }) => id)).toEqual(cautions[basename(folder)] ?? [])
  })

  test('has code that can be parsed', () => {
    expect(blocksOf(text).flatMap(problemOf)).toEqual([])
  })

  test('only uses existing commands of hermes', () => {
    const written = Array.from(text.matchAll(/(?:^|[`|&;(] ?)hermes ([a-z][^`|&;)\n#]*)/gm), ([, rest = '']) =>
      rest.trim(),
    )
    expect(written.flatMap(unknownCommand)).toEqual([])
  })
})

test('related skills exist', async () => {
  const names = new Set(skills.map(({ folder }) => basename(folder)))
  const related = skills.flatMap(({ text }) => /related_skills: \[(.*)\]/.exec(text)?.[1]?.split(/, */) ?? [])
  expect(related.filter((name) => name !== '' && !names.has(name))).toEqual([])
})

interface Block {
  readonly language: string
  readonly code: string
}

function blocksOf(text: string): readonly Block[] {
  const found = text.matchAll(/^( *)```(\w*)\n([\s\S]*?)^ *```/gm)
  return Array.from(found, ([, indent = '', language = '', code = '']) => ({
    language,
    code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }))
}

/** Programs that read code from standard input and check it without running it. */
const checkers: Readonly<Record<string, readonly [string, ...string[]]>> = {
  bash: ['bash', '-n'],
  sh: ['bash', '-n'],
  python: ['python3', '-c', 'import ast, sys; ast.parse(sys.stdin.read())'],
  javascript: ['node', '--check', '--input-type=module', '-'],
}

function problemOf({ language, code }: Block): readonly string[] {
  if (language === '') return [`A block has no language: ${code.slice(0, 60)}`]
  if (language === 'json') return attempt(() => JSON.parse(code))
  if (language === 'yaml') return attempt(() => parseConfigDocument('SKILL.md', code))
  const checker = checkers[language]
  if (!checker) return []
  const [program, ...args] = checker
  const { status, stderr } = spawnSync(program, args, { input: code, encoding: 'utf8' })
  return status === 0 ? [] : [`${stderr}\n${code}`]
}

function unknownCommand(written: string): readonly string[] {
  const words = (written.match(/"[^"]*"|'[^']*'|\S+/g) ?? []).map((word) => word.replaceAll(/^["']|["']$/g, ''))
  return attempt(() => parseArguments({ name: 'hermes', commands }, words)).map(
    (problem) => `hermes ${written}: ${problem}`,
  )
}

function attempt(run: () => unknown): readonly string[] {
  try {
    run()
    return []
  } catch (error) {
    return [String(error)]
  }
}
