import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { denialReason, type ProtectedFolders } from './protect.js'

const folders: ProtectedFolders = {
  home: '/home/dev',
  agentHome: '/home/dev/.hermes',
  workspace: '/home/dev/project',
  mode: 'default',
}

const project = [
  'README.md',
  'src/index.ts',
  '.npmrc',
  '.gitignore',
  '.env.example',
  '.env.sample',
  'src/env.ts',
  '.github/workflows/ci.yml',
  '.vscode/settings.json',
  'config/credentials.md',
  'docs/id_rsa.pub',
  'test/fixtures/cert.pem',
  'src/auth.json',
  'etc/passwd',
  'keys/public.key',
  '.ssh/config.example',
  'Dockerfile',
  'secrets.md',
].map((path) => `/home/dev/project/${path}`)

test.each([
  ...project,
  '/tmp/a',
  '/var/tmp/a',
  '/home/dev/notes.txt',
  '/opt/app/a',
  '/srv/www/a',
  '/var/www/a',
  '/dev/shm/a',
  '/home/dev/.config/app/a',
])('ordinary: %s', (path) => {
  expect(denialReason('read', path, folders)).toBeUndefined()
  expect(denialReason('write', path, folders)).toBeUndefined()
})

test.each([
  '/home/dev/.ssh/id_ed25519',
  '/home/dev/.ssh/work_key',
  '/home/dev/.aws/credentials',
  '/home/dev/.AWS/Credentials',
  '/home/dev/.gnupg/private-keys-v1.d/x.key',
  '/home/dev/.kube/config',
  '/home/dev/.docker/config.json',
  '/home/dev/.config/gcloud/credentials.db',
  '/home/dev/.netrc',
  '/home/dev/.npmrc',
  '/home/dev/.pypirc',
  '/home/dev/.git-credentials',
  '/home/dev/.hermes/.env',
  '/home/dev/.hermes/auth.json',
  '/home/dev/.hermes/profiles/work/.env',
  '/home/dev/project/.env',
  '/home/dev/project/.env.local',
  '/home/dev/project/.env.production.local',
  '/home/dev/project/.envrc',
  '/home/dev/project/deploy/id_rsa',
  '/root/.ssh/id_rsa',
  '/home/other/.aws/credentials',
  '/etc/shadow',
  '/etc/ssl/private/server.key',
  '/etc/ssh/ssh_host_rsa_key',
  '/proc/self/environ',
  '/proc/1/environ',
  '/dev/zero',
  '/dev/sda',
  '/dev/urandom',
  '/proc/kcore',
  '/run/secrets/token',
])('refuses to read and to write %s', (path) => {
  expect(denialReason('read', path, folders)).toBeDefined()
  expect(denialReason('write', path, folders)).toBeDefined()
})

test.each([
  '/home/dev/.ssh/config',
  '/home/dev/.ssh/authorized_keys',
  '/home/dev/.ssh/known_hosts',
  '/home/dev/.ssh/id_ed25519.pub',
  '/home/dev/.bashrc',
  '/home/dev/.zshrc',
  '/home/dev/.profile',
  '/home/dev/.config/systemd/user/a.service',
  '/home/dev/.config/autostart/a.desktop',
  '/home/dev/.aws/config',
  '/home/dev/.hermes/config.yaml',
  '/home/dev/.hermes/SOUL.md',
  '/home/dev/.hermes/skills/a/SKILL.md',
  '/home/dev/.hermes/state.db',
  '/etc/passwd',
  '/etc/hosts',
  '/etc/cron.d/job',
  '/usr/bin/ls',
  '/usr/local/bin/tool',
  '/boot/grub/grub.cfg',
  '/lib/systemd/system/a.service',
  '/sys/power/state',
  '/proc/sys/kernel/x',
  '/var/spool/cron/crontabs/dev',
])('allows reading but not writing %s', (path) => {
  expect(denialReason('read', path, folders)).toBeUndefined()
  expect(denialReason('write', path, folders)).toBeDefined()
})

describe('agent homes', () => {
  const profile = { ...folders, agentHome: '/data/hermes/profiles/work', workspace: '/data/project' }

  test.each([
    '/data/hermes/config.yaml',
    '/data/hermes/cache/x',
    '/data/hermes/profiles/other/config.yaml',
    '/data/hermes/profiles/work/cache/x',
    '/home/dev/.hermes/config.yaml',
    '/HOME/dev/.Hermes/config.yaml',
    '/data/HERMES/profiles/work/Config.yaml',
  ])('protects the homes of other agents too: %s', (path) => {
    expect(denialReason('write', path, profile)).toBeDefined()
  })

  test('work folders in agent homes are writable', () => {
    for (const path of [
      '/data/hermes/workspace/x',
      '/data/hermes/profiles/work/workspace/x',
      '/home/dev/.hermes/tmp/x',
    ])
      expect(denialReason('write', path, profile), path).toBeUndefined()
  })
})

describe('a workspace', () => {
  test('a workspace in a system folder is writable', () => {
    const inside = { ...folders, workspace: '/usr/local/app' }
    expect(denialReason('write', '/usr/local/app/src/a.ts', inside)).toBeUndefined()
    expect(denialReason('write', '/usr/local/bin/a', inside)).toBeDefined()
    expect(denialReason('write', '/usr/src/app/a.ts', folders)).toBeUndefined()
    expect(denialReason('write', '/etc/app/a', { ...folders, workspace: '/etc/app' })).toBeDefined()
  })

  test('a workspace in a work folder of the agent home is writable', () => {
    const inside = { ...folders, workspace: '/home/dev/.hermes/workspace/a' }
    expect(denialReason('write', '/home/dev/.hermes/workspace/a/x.ts', inside)).toBeUndefined()
    expect(denialReason('write', '/home/dev/.hermes/workspace/a/.env', inside)).toBeDefined()
    expect(denialReason('write', '/home/dev/.hermes/workspace/x', folders)).toBeUndefined()
  })

  test.each(['cache/sandbox', 'skills/one', 'projects/a', ''])(
    'a workspace at "%s" of the agent home does not make it writable',
    (name) => {
      const workspace = join('/home/dev/.hermes', name)
      expect(denialReason('write', `${workspace}/x`, { ...folders, workspace })).toBeDefined()
    },
  )

  test('workspace-only refuses everything outside the workspace', () => {
    const only = { ...folders, mode: 'workspace-only' } as const
    expect(denialReason('read', '/home/dev/project/a', only)).toBeUndefined()
    expect(denialReason('write', '/home/dev/project', only)).toBeUndefined()
    for (const path of ['/home/dev/project2/a', '/home/dev/a', '/tmp/a', '/']) {
      expect(denialReason('read', path, only)).toMatch(/outside/)
      expect(denialReason('write', path, only)).toMatch(/outside/)
    }
    expect(denialReason('write', '/home/dev/project/.env', only)).toBeDefined()
  })
})

test('write roots limit writing but not reading', () => {
  const rooted = { ...folders, writeRoots: ['/home/dev/project/src', '/srv/out'] }
  for (const path of ['/home/dev/project/src/a.ts', '/srv/out/deep/b']) {
    expect(denialReason('write', path, rooted), path).toBeUndefined()
  }
  for (const path of ['/home/dev/project/README.md', '/home/dev/project/src2/a', '/srv/output/a', '/tmp/a']) {
    expect(denialReason('write', path, rooted), path).toMatch(/outside of the folders/)
    expect(denialReason('read', path, rooted), path).toBeUndefined()
  }
  expect(denialReason('write', '/home/dev/project/src/.env', rooted)).toBeDefined()
})

test('workspace-only allows reading in the given folders', () => {
  const open = { ...folders, mode: 'workspace-only', readRoots: ['/home/dev/.hermes/cache/spillover'] } as const
  expect(denialReason('read', '/home/dev/.hermes/cache/spillover/a.txt', open)).toBeUndefined()
  expect(denialReason('write', '/home/dev/.hermes/cache/spillover/a.txt', open)).toMatch(/outside of the workspace/)
  expect(denialReason('read', '/home/dev/.hermes/config.yaml', open)).toMatch(/outside of the workspace/)
})
