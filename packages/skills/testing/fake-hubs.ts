import { createHash } from 'node:crypto'
import { strToU8, zipSync } from 'fflate'
import type { Download } from '../src/hub/index.js'
import { skillText } from './skill-folders.js'

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}

/** Answers with these bodies by address, in the forms that the hubs used in November 2026; 404 for everything else. */
export function fakeHubs(more: Readonly<Record<string, string | Uint8Array>> = {}): Download {
  const bodies = new Map<string, string | Uint8Array>(Object.entries({ ...recorded, ...more }))
  return (url) => {
    const body = bodies.get(url)
    const bytes = typeof body === 'string' ? Buffer.from(body) : (body ?? new Uint8Array())
    return Promise.resolve({ status: body === undefined ? 404 : 200, bytes, isCut: false })
  }
}

const calendar = { 'SKILL.md': skillText('calendar'), 'references/a.md': 'A' }
export const calendarVersion = 'https://clawhub.ai/api/v1/skills/calendar/versions/1.2.0?ownerHandle=ada'
const notes = skillText('notes')
export const site = 'https://docs.example.com/.well-known/agent-skills/index.json'

/** The answer of ClawHub about a version with these files. */
export function versionAnswer(files: Readonly<Record<string, string>>): string {
  const listed = Object.entries(files).map(([path, text]) => ({
    path,
    size: text.length,
    sha256: sha256(text),
    contentType: 'text/markdown',
  }))
  const version = { version: '1.2.0', createdAt: 1, changelog: '', files: listed }
  return JSON.stringify({ version, skill: { slug: 'calendar', displayName: 'Calendar' } })
}

/** The answer about a skill of ClawHub. */
export function detailAnswer(isMalwareBlocked: boolean): string {
  return JSON.stringify({
    skill: {
      slug: 'calendar',
      displayName: 'Calendar',
      summary: 'Plans.',
      tags: {},
      stats: {},
      createdAt: 1,
      updatedAt: 1,
    },
    latestVersion: { version: '1.2.0', createdAt: 1, changelog: '' },
    owner: { handle: 'ada', displayName: 'Ada', image: null },
    moderation: { isSuspicious: false, isMalwareBlocked, verdict: isMalwareBlocked ? 'malicious' : 'clean' },
  })
}

/** The index of a site, in version 0.2 of the discovery. */
export function siteIndex(digest: string): string {
  const skill = { name: 'notes', type: 'skill-md', description: 'Takes notes.', url: 'notes/SKILL.md', digest }
  return JSON.stringify({ $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json', skills: [skill] })
}

const recorded: Readonly<Record<string, string | Uint8Array>> = {
  'https://clawhub.ai/api/v1/search?q=plan&limit=10': JSON.stringify({
    results: [
      { slug: 'calendar', ownerHandle: 'ada', displayName: 'Calendar', summary: 'Plans.', score: 2, downloads: 1200 },
      { source: 'skills-sh', slug: 'else', score: 1 },
    ],
  }),
  'https://clawhub.ai/api/v1/skills/calendar?ownerHandle=ada': detailAnswer(false),
  [calendarVersion]: versionAnswer(calendar),
  'https://clawhub.ai/api/v1/download?slug=calendar&version=1.2.0&ownerHandle=ada': zipSync({
    'SKILL.md': strToU8(calendar['SKILL.md']),
    'references/a.md': strToU8('A'),
    '_meta.json': strToU8('{}'),
  }),
  'https://chat-agents.lobehub.com/index.json': JSON.stringify({
    agents: [
      { identifier: 'planner', author: 'x', meta: { title: 'Planner', description: 'Makes plans.', tags: ['plan'] } },
      { identifier: 'poet', author: 'x', meta: { title: 'Poet', description: 'Rhymes.', tags: [] } },
    ],
  }),
  'https://chat-agents.lobehub.com/planner.json': JSON.stringify({
    identifier: 'planner',
    meta: { title: 'Planner', description: 'Makes "plans": good ones.', tags: ['plan'] },
    config: { systemRole: 'You make plans.' },
  }),
  'https://skills.sh/api/search?q=plan&limit=10': JSON.stringify({
    query: 'plan',
    searchType: 'fuzzy',
    skills: [{ id: 'a/b/plan-trip', skillId: 'plan-trip', name: 'plan-trip', installs: 42, source: 'a/b' }],
  }),
  'https://codeload.github.com/a/b/tar.gz/HEAD': zipSync({
    'b-main/skills/plan-trip/SKILL.md': strToU8(skillText('plan-trip')),
    'b-main/skills/other/SKILL.md': strToU8(skillText('other')),
  }),
  'https://api.github.com/repos/anthropics/skills/git/trees/HEAD?recursive=1': JSON.stringify({
    sha: 'f',
    truncated: false,
    tree: [
      { path: 'skills/planning/SKILL.md', type: 'blob', sha: '1' },
      { path: 'skills/planning', type: 'tree', sha: '2' },
      { path: 'other/plan/SKILL.md', type: 'blob', sha: '3' },
    ],
  }),
  [site]: siteIndex(`sha256:${sha256(notes)}`),
  'https://docs.example.com/.well-known/agent-skills/notes/SKILL.md': notes,
  'https://old.example.com/.well-known/skills/index.json': JSON.stringify({
    skills: [{ name: 'notes', description: 'Takes notes.', files: ['SKILL.md', 'references/a.md'] }],
  }),
  'https://old.example.com/.well-known/skills/notes/SKILL.md': notes,
  'https://old.example.com/.well-known/skills/notes/references/a.md': 'A',
  'https://docs.example.com/skills/notes/SKILL.md': notes,
}
