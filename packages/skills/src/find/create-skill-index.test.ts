import { mkdir, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { silentLogger } from '@hermes/core'
import { expect, test } from 'vitest'
import { addFiles, folderWith, skillText } from '../../testing/skill-folders.js'
import { createSkillIndex } from './create-skill-index.js'
import type { SkillOrigin } from './skill-entry.js'

async function open(folders: Partial<Record<SkillOrigin, string>>, cacheFolder?: string) {
  const places = Object.entries(folders).map(([origin, folder]) => ({ folder, origin: origin as SkillOrigin }))
  return createSkillIndex({ places, cacheFolder: cacheFolder ?? (await folderWith()), logger: silentLogger })
}

test('finds skills by category, and the first place of a name wins', async () => {
  const project = await folderWith({ 'release/SKILL.md': skillText('release', 'Ours.') })
  const home = await folderWith({
    'git/release/SKILL.md': skillText('release', 'Mine.'),
    'git/bisect/SKILL.md': skillText('bisect'),
    'no-frontmatter/SKILL.md': 'Just text.',
    'git/bisect/references/SKILL.md': skillText('inner'),
    '.hidden/a/SKILL.md': skillText('a'),
    'node_modules/b/SKILL.md': skillText('b'),
  })
  const set = await (await open({ project, home })).load()
  expect(set.list.map(({ name, category }) => [category, name])).toEqual([
    [undefined, 'no-frontmatter'],
    [undefined, 'release'],
    ['git', 'bisect'],
  ])
  expect(set.get('release')).toMatchObject({
    description: 'Ours.',
    origin: 'project',
    folder: join(project, 'release'),
  })
  expect(set.hidden).toMatchObject([{ description: 'Mine.' }])
})

test('sees added, changed and removed skills, in one process and in the next', async () => {
  const home = await folderWith({ 'a/SKILL.md': skillText('a'), 'b/SKILL.md': skillText('b') })
  const cache = await folderWith()
  const index = await open({ home }, cache)
  const names = async (of = index) => (await of.load()).list.map(({ name, description }) => `${name}: ${description}`)
  expect(await names()).toEqual(['a: Does a.', 'b: Does b.'])
  await addFiles(home, { 'a/SKILL.md': skillText('a', 'Does it better.'), 'c/d/SKILL.md': skillText('d') })
  await rm(join(home, 'b'), { recursive: true })
  const after = ['a: Does it better.', 'd: Does d.']
  expect(await names()).toEqual(after)
  expect(await names(await open({ home }, cache))).toEqual(after)
})

test('writes nothing for a place that is still missing', async () => {
  const home = join(await folderWith(), 'skills')
  const cache = await folderWith()
  await (await open({ home }, cache)).load()
  const [file = ''] = await readdir(cache)
  const { ino } = await stat(join(cache, file))
  await (await open({ home }, cache)).load()
  expect((await stat(join(cache, file))).ino).toBe(ino)
  await addFiles(home, { 'a/SKILL.md': skillText('a') })
  expect((await (await open({ home }, cache)).load()).list).toHaveLength(1)
})

test('does not read unchanged files again', async () => {
  const home = await folderWith({ 'a/SKILL.md': skillText('a') })
  const cache = await folderWith()
  const first = await open({ home }, cache)
  const set = await first.load()
  expect(await first.load()).toBe(set)
  const [file = ''] = await readdir(cache)
  await writeFile(join(cache, file), 'damaged')
  expect((await (await open({ home }, cache)).load()).list).toHaveLength(1)
})

test('does not follow links, and reports what cannot be read', async () => {
  const outside = await folderWith({ 'secret/SKILL.md': skillText('secret') })
  const home = await folderWith({ 'a/SKILL.md': skillText('a'), '!!!/SKILL.md': 'no name' })
  await symlink(join(outside, 'secret'), join(home, 'linked'))
  await mkdir(join(home, 'file-link'))
  await symlink('/etc/passwd', join(home, 'file-link', 'SKILL.md'))
  const set = await (await open({ home })).load()
  expect(set.list.map(({ name }) => name)).toEqual(['a'])
  expect(set.problems).toEqual([
    { folder: join(home, '!!!'), problem: 'Neither its frontmatter nor its folder has a name of letters and digits.' },
  ])
})

test('treats a missing place as empty until it appears', async () => {
  const home = join(await folderWith(), 'later')
  const index = await open({ home })
  expect((await index.load()).list).toEqual([])
  await addFiles(home, { 'a/SKILL.md': skillText('a') })
  expect((await index.load()).list).toHaveLength(1)
})

test('uses a large index at once, and detects its changed files afterwards', async () => {
  const files = Array.from({ length: 1_200 }, (_, at) => [`s${at}/SKILL.md`, skillText(`s${at}`)] as const)
  const home = await folderWith(Object.fromEntries(files))
  const cache = await folderWith()
  await (await open({ home }, cache)).load()
  await addFiles(home, { 's7/SKILL.md': skillText('s7', 'New.') })
  const index = await open({ home }, cache)
  expect((await index.load()).get('s7')?.description).toBe('Does s7.')
  expect((await index.loadAll()).get('s7')?.description).toBe('New.')
  await addFiles(home, { 'added/SKILL.md': skillText('added') })
  expect((await index.load()).get('added')).toBeDefined()
})

test('knows the same about every skill when it comes from the cache', async () => {
  const conditions = 'platforms: [linux]\nmetadata: { hermes: { tags: [a], category: tools } }\n'
  const folder = await folderWith({
    'git/bisect/SKILL.md': skillText('bisect'),
    'git/other-folder/skill.md': skillText('another-name', 'Ends. With\\na line.'),
    'conditions/SKILL.md': skillText('conditions', 'Does it.', '# A', conditions),
    '...---...x/SKILL.md': skillText('hidden'),
    '---/SKILL.md': '---\nname: "---"\n---\n',
  })
  const plugin = { name: 'weather', root: folder, data: folder }
  for (const place of [
    { folder, origin: 'home' as const },
    { folder, origin: 'plugin' as const, plugin },
    { folder: join(folder, 'git/bisect'), origin: 'external' as const },
  ]) {
    const options = { places: [place], cacheFolder: await folderWith(), logger: silentLogger }
    const { list, problems } = await createSkillIndex(options).load()
    const cached = await createSkillIndex(options).load()
    expect(cached.list).toEqual(list)
    expect(cached.problems).toEqual(problems)
    expect(list.length).toBeGreaterThan(0)
  }
})
