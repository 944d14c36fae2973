import { expect, test } from 'vitest'
import { lintSkill } from './lint-skill.js'
import { readSkill } from './read-skill.js'

test('reads the format with the keys of Hermes', async () => {
  const skill = await readSkill(`---
name: release
description: Publish a release.
version: 1.2
platforms: [linux, darwin]
metadata:
  hermes:
    tags: [git, npm]
    category: software
    requires_toolsets: [terminal]
    fallback_for_tools: [deploy]
    config:
      - { key: branch, description: The branch, default: main }
required_environment_variables:
  - { name: NPM_TOKEN, prompt: Your npm token, help: https://npmjs.com }
required_credential_files: [keys/npm.json, ../outside, /etc/passwd]
---
# Release
`)
  expect(skill).toMatchObject({
    name: 'release',
    description: 'Publish a release.',
    version: '1.2',
    category: 'software',
    tags: ['git', 'npm'],
    conditions: { platforms: ['linux', 'macos'], toolsets: ['terminal'], insteadOfTools: ['deploy'] },
    needs: {
      variables: [{ name: 'NPM_TOKEN', prompt: 'Your npm token', help: 'https://npmjs.com' }],
      files: [{ path: 'keys/npm.json' }],
    },
    settings: [{ key: 'branch', description: 'The branch', default: 'main' }],
    body: '# Release',
    problems: [],
  })
})

test('reads skills written for other agents', async () => {
  const claw = await readSkill(
    '---\nname: gif\ndescription: "GIFs"\nhomepage: https://x.dev\nmetadata: {"openclaw":{"os":["darwin"],"requires":{"bins":["gifgrep"],"env":["GIF_KEY"]}}}\n---\ntext',
  )
  expect(claw).toMatchObject({
    conditions: { platforms: ['macos'] },
    needs: { variables: [{ name: 'GIF_KEY' }], programs: ['gifgrep'] },
  })
  expect(await readSkill('---\nname: a\ndescription: b\ndisable-model-invocation: true\n---\n')).toMatchObject({
    isForPeople: true,
  })
})

test.each([
  ['a colon in the description', '---\nname: a\ndescription: Use it: always\n---\n', 'a', 'Use it: always'],
  ['an upper-case name', '---\nname: PDF Processing\ndescription: PDFs\n---\n', 'pdf-processing', 'PDFs'],
  ['a folded description', '---\nname: a\ndescription: >\n  one\n  two\n---\n', 'a', 'one two'],
  ['no frontmatter', '# Title\n\nWhat it does.\n', undefined, 'What it does.'],
  ['no description', '---\nname: a\n---\n# Title\n', 'a', 'Title'],
  ['carriage returns and a byte order mark', '\uFEFF---\r\nname: a\r\ndescription: b\r\n---\r\n', 'a', 'b'],
  ['an open frontmatter', '---\nname: a\n\ntext', undefined, 'name: a'],
  ['broken YAML', '---\nname: a\ndescription: "b\nx: [\n---\n', 'a', '"b'],
  ['a NUL character', '---\nname: a\0\ndescription: b\n---\n', 'a', 'b'],
  ['nothing', '', undefined, ''],
])('reads a skill with %s', async (_, text, name, description) => {
  const skill = await readSkill(text)
  expect([skill.name, skill.description]).toEqual([name, description])
})

test('a YAML bomb in the frontmatter costs no more than its lines', async () => {
  const aliases = Array.from({ length: 30 }, (_, at) => `x${at + 1}: &x${at + 1} [${`*x${at},`.repeat(9)}]`).join('\n')
  const bombs = [
    `name: a\ndescription: b\nx0: &x0 [lol]\n${aliases}`,
    `name: a\ndescription: b\nx: ${'['.repeat(30_000)}`,
    `name: a\ndescription: b\n${'- '.repeat(20_000)}`,
    `name: a\ndescription: b\nx: ${'a'.repeat(100_000)}`,
  ]
  for (const bomb of bombs) {
    const skill = await readSkill(`---\n${bomb}\n---\ntext`)
    expect(skill).toMatchObject({ name: 'a', description: 'b', body: 'text' })
    expect(skill.problems).toHaveLength(1)
  }
})

test('the linter rejects what the format forbids, and advises on the rest', async () => {
  const good = '---\nname: release\ndescription: Publishes a release to npm and writes its notes.\n---\nDo it.'
  const lint = (text: string, files: readonly string[] = []) => lintSkill({ text, folderName: 'release', files })
  expect(await lint(good)).toEqual({ errors: [], advice: [] })
  expect((await lint(good.replace('release', 'Other Name'))).errors).toHaveLength(1)
  expect((await lint(good.replace('release', 'other'))).errors).toEqual([
    'The name "other" must be that of the folder, "release".',
  ])
  expect((await lint('# no frontmatter')).errors).toHaveLength(1)
  expect((await lint('---\nname: release\n---\n')).errors).toHaveLength(2)
  expect((await lint(`${good} [a](scripts/run.sh)`)).advice).toEqual([
    'SKILL.md refers to scripts/run.sh, which does not exist.',
  ])
  expect(await lint(`${good} [a](scripts/run.sh)`, ['scripts/run.sh'])).toEqual({ errors: [], advice: [] })
})
