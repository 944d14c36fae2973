import type { ContentOrigin, OutwardEffect } from '@hermes/core'
import { dependencyOf } from '@hermes/safety/files'
import { isToolStartUp } from '../places/tool-start-up.js'
import { readGit } from '../rules/git.js'
import { lastingRules } from '../rules/index.js'
import type { Subject } from '../rules/rule.js'
import { type RunsCode, runsFileOf } from '../rules/runs-file-of.js'
import type { ConnectingFiles } from './connecting-files.js'
import { lastingChange } from './lasting-change.js'
import { hostsIn, usesNetwork } from './network-code.js'
import { areKnown, hostOf, hostOfRemotePath } from './network-hosts.js'
import { destinationOf } from './programs-that-send.js'
import { hostsRead, hostsSentTo, webClients } from './web-clients.js'

/** What one invocation does beyond the conversation, and where its output comes from. */
export interface CommandEffects {
  readonly outward: readonly OutwardEffect[]
  readonly origins: readonly ContentOrigin[]
}

export interface EffectContext extends RunsCode {
  /** The reasons that the rules have found. */
  readonly reasons: readonly string[]
  /** The folder that the conversation works in. */
  readonly workspace: string
  /** What is known about files. Default: nothing. */
  readonly connecting?: ConnectingFiles | undefined
}

export function effectsOf(subject: Subject, context: EffectContext): CommandEffects {
  const { name } = subject.invocation
  const sent = [...new Set(sendsOf(subject, context))].map((does): OutwardEffect => ({ kind: 'sends', does }))
  const isLasting = context.reasons.some((reason) => lastingReasons.has(reason)) || name === 'direnv'
  const left: OutwardEffect[] = isLasting
    ? [{ kind: 'lasts', does: `leave something that acts later, with ${name}` }]
    : []
  return { outward: [...sent, ...left, ...changesOf(subject, context)], origins: originsOf(subject, context) }
}

function sendsOf(subject: Subject, context: EffectContext): readonly string[] {
  const { name } = subject.invocation
  const { connecting } = context
  if (connecting && runsFileOf(subject, context, connecting.has))
    return [`run a file with ${name} that this conversation wrote, and that opens connections`]
  if (webClients.includes(name)) return hostsSentTo(subject).map((host) => `send data to ${host} with ${name}`)
  if (name === 'git') return sendsWithGit(subject)
  if (context.inline && usesNetwork(inlineText(subject))) return [`run a ${name} program that uses the network`]
  const destination = destinationOf(subject)
  return destination === undefined ? [] : [`send data ${destination} with ${name}`]
}

const remoteGit = /^(?:push|send-email|request-pull|svn|p4|cvsexportcommit|http-push|send-pack|lfs|annex)$/

function sendsWithGit(subject: Subject): readonly string[] {
  const { command, args, operands } = readGit(subject)
  if (/^(?:clone|fetch|pull|ls-remote)$/.test(command))
    return areKnown(subject.invocation.argv.slice(1)) ? [] : ['send data to another machine with git']
  const isDry = args.some((arg) => /^(?:--dry-run|--help)$/.test(arg) || (command === 'push' && arg === '-n'))
  if (!remoteGit.test(command) || isDry) return []
  if (/^(?:lfs|annex)$/.test(command) && operands[0] !== 'push') return []
  const [remote] = operands
  const where = remote === undefined ? '' : ` to ${hostOfRemotePath(remote) ?? remote}`
  return [`send commits${where} with git ${command}`]
}

const namesInCode =
  /(?:agents|claude|gemini|copilot-instructions|soul)\.md|\.(?:cursor|windsurf|cline)rules|\.cursor\/rules|\.envrc|\.(?:bash|zsh)(?:rc|_profile|env)|\.profile\b|\.git\/hooks|\.github\/workflows|\.gitlab-ci|crontab|authorized_keys|\.config\/systemd|launchagents/i

/** Returns the changes of files that agents, machines or other programs follow later. */
export function changesOf(
  subject: Subject,
  { inline, workspace }: Pick<EffectContext, 'inline' | 'workspace'>,
): readonly OutwardEffect[] {
  const { invocation, written, paths } = subject
  if (invocation.elsewhere) return []
  const changed = written.flatMap((path) => {
    const ownName = path.startsWith(`${workspace}/`) ? path.slice(workspace.length) : path
    return lastingChange(path, isToolStartUp(ownName) || paths.isStartUpFile(path)) ?? []
  })
  const named = inline ? namesInCode.exec(inlineText(subject))?.[0] : undefined
  return named === undefined
    ? changed
    : [...changed, { kind: 'lasts', does: `run a ${invocation.name} program about ${named}` }]
}

/** Programs that print files. */
const printers =
  /^(?:cat|tac|nl|head|tail|less|more|bat|batcat|e?grep|fgrep|rg|ag|ack|sed|awk|gawk|mawk|cut|strings|xxd|od|jq|yq|view|fold|fmt|pr|diff)$/
const mailReaders = /^(?:mail|mailx|mutt|neomutt|himalaya|notmuch|mu|fetchmail|getmail|mbsync|offlineimap)$/
const codeHosts: Readonly<Record<string, string>> = {
  gh: 'github.com',
  hub: 'github.com',
  glab: 'gitlab.com',
  tea: 'gitea.com',
}
const registryReaders = /^(?:npm|pnpm|yarn|bun)$/

function originsOf(subject: Subject, { inline }: EffectContext): readonly ContentOrigin[] {
  const { args, invocation } = subject
  const { name } = invocation
  if (webClients.includes(name)) return hostsRead(subject).map(toWeb)
  if (name === 'git') return repositoriesOf(subject)
  const codeHost = Object.hasOwn(codeHosts, name) ? codeHosts[name] : undefined
  if (codeHost !== undefined)
    return args[0] === 'repo' && args[1] === 'clone' ? [toRepository(args[2])] : [toWeb(codeHost)]
  if (mailReaders.test(name)) return [{ kind: 'mail' }]
  if (registryReaders.test(name) && /^(?:view|info|show|search|v)$/.test(args[0] ?? ''))
    return [toWeb('a package registry')]
  if (inline && usesNetwork(inlineText(subject))) {
    const hosts = hostsIn(inlineText(subject))
    return hosts.length > 0 ? hosts.map(toWeb) : [{ kind: 'web' }]
  }
  if (!printers.test(name)) return []
  return [...new Set(args.flatMap((arg) => dependencyOf(arg) ?? []))].map(toRepository)
}

function repositoriesOf(subject: Subject): readonly ContentOrigin[] {
  const { command, args, operands } = readGit(subject)
  if (command === 'clone' || (command === 'submodule' && /^(?:add|update)$/.test(operands[0] ?? '')))
    return [toRepository(operands.find((operand) => hostOfRemotePath(operand) !== undefined) ?? operands[0])]
  if (!/^(?:fetch|pull|ls-remote|archive)$/.test(command)) return []
  // Remotes that are given by name are those of the workspace.
  return args.flatMap((arg) => (hostOf(arg) === undefined ? [] : [toRepository(arg)]))
}

function toWeb(name: string | undefined): ContentOrigin {
  return { kind: 'web', ...(name !== undefined && { name }) }
}

function toRepository(address: string | undefined): ContentOrigin {
  const name = address?.replace(/^[a-z][\w+.-]*:\/\/(?:[^@/]*@)?|^[\w.-]+@|\.git\/?$/gi, '')
  return { kind: 'repository', ...(name && { name }) }
}

function inlineText({ args, invocation }: Subject): string {
  return [...args, invocation.stdin?.text ?? ''].join('\n')
}

const lastingReasons = new Set(lastingRules.map(({ reason }) => reason))
