import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { calendarVersion, detailAnswer, fakeHubs, site, siteIndex, versionAnswer } from '../../testing/fake-hubs.js'
import { folderWith } from '../../testing/skill-folders.js'
import { hubAddresses, listWellKnown, searchHubs } from '../hub/index.js'
import { createSkillStore } from '../store/index.js'
import { createSkillInstaller } from './create-skill-installer.js'

const { signal } = new AbortController()

async function open(more: Readonly<Record<string, string>> = {}) {
  const [home, quarantine] = [await folderWith(), await folderWith()]
  const installer = createSkillInstaller({
    store: createSkillStore({ folder: home, now: Date.now }),
    now: Date.now,
    workingDirectory: home,
    quarantine,
    download: fakeHubs(more),
    clone: () => Promise.reject(new Error('no git here')),
  })
  return { home, installer }
}

test.each([
  ['clawhub:ada/calendar', 'calendar', ['references/a.md', 'SKILL.md']],
  ['lobehub:planner', 'planner', ['SKILL.md']],
  ['skills-sh:a/b/plan-trip', 'plan-trip', ['SKILL.md']],
  ['https://docs.example.com', 'notes', ['SKILL.md']],
  ['well-known:https://old.example.com', 'notes', ['references/a.md', 'SKILL.md']],
  [`${site}#notes`, 'notes', ['SKILL.md']],
  ['https://docs.example.com/skills/notes/SKILL.md', 'notes', ['SKILL.md']],
])('installs %s, and finds no update afterwards', async (source, name, files) => {
  const { home, installer } = await open()
  await using fetched = await installer.fetch(source, signal)
  const [skill, ...others] = fetched.skills
  if (!skill) throw new Error('There is no skill.')
  expect([skill.name, skill.scan.verdict, others]).toEqual([name, 'safe', []])
  await fetched.install(skill, false)
  const locked = (await installer.installed())[name]
  expect([locked?.trust, Object.keys(locked?.files ?? {}).toSorted()]).toEqual(['community', files.toSorted()])
  expect(await readFile(join(home, name, 'SKILL.md'), 'utf8')).toContain(`name: ${name}`)
  await using update = await installer.check(name, signal)
  expect(update.files).toEqual({ taken: [], removed: [], edited: [], kept: [] })
})

test.each([
  ['a file that differs', 'clawhub:ada/calendar', { [calendarVersion]: versionAnswer({ 'SKILL.md': 'else' }) }],
  ['a file that is missing', 'clawhub:ada/calendar', { [calendarVersion]: versionAnswer({ 'gone.md': 'x' }) }],
  [
    'a skill that the hub blocks',
    'clawhub:ada/calendar',
    { 'https://clawhub.ai/api/v1/skills/calendar?ownerHandle=ada': detailAnswer(true) },
  ],
  ['a site with a wrong digest', 'https://docs.example.com', { [site]: siteIndex(`sha256:${'0'.repeat(64)}`) }],
  ['a digest in an unknown form', 'https://docs.example.com', { [site]: siteIndex('md5:0') }],
  [
    'another host without a digest',
    'https://docs.example.com',
    { [site]: JSON.stringify({ skills: [{ name: 'notes', url: 'https://else.example/SKILL.md' }] }) },
  ],
])('refuses %s', async (_, source, answers) => {
  const { installer } = await open(answers)
  await expect(installer.fetch(source, signal)).rejects.toMatchObject({ code: 'skill/refused' })
  expect(await installer.installed()).toEqual({})
})

test.each([
  ['a path that leads out', { [site]: JSON.stringify({ skills: [{ name: 'notes', files: ['../../x'] }] }) }],
  ['a page that is no index', { [site]: '<html>' }],
])('has no skill in an index with %s', async (_, answers) => {
  const { installer } = await open(answers)
  await expect(installer.fetch('https://docs.example.com', signal)).rejects.toMatchObject({ code: 'skill/source' })
})

test('searches all hubs at once, and reports those that do not answer', async () => {
  const search = { addresses: hubAddresses, download: fakeHubs(), taps: ['anthropics/skills/skills', 'gone/gone'] }
  const { skills, problems } = await searchHubs({ words: 'plan', limit: 10, signal }, search)
  expect(skills.map(({ source, installs }) => [source, installs])).toEqual([
    ['anthropics/skills/skills/planning', undefined],
    ['skills-sh:a/b/plan-trip', 42],
    ['clawhub:ada/calendar', 1200],
    ['lobehub:planner', undefined],
  ])
  expect(problems).toEqual([{ hub: 'gone/gone', problem: expect.stringContaining('404') }])
  const listed = await listWellKnown('https://docs.example.com', { download: fakeHubs(), signal })
  expect(listed).toMatchObject([{ name: 'notes', source: `${site}#notes` }])
})
