import { homedir } from 'node:os'
import type { ChosenModel } from '@hermes/core'
import { shellQuote, shortPath } from '@hermes/safety'
import type { Translate } from '@hermes/safety/language'
import type { LocalServer } from '@hermes/transports'
import { safeText } from '../../render/text/safe-text.js'
import type { Style } from '../../render/text/style.js'

export interface BannerOptions {
  readonly version: string
  /** Model of the chat. Absent while it is unknown. */
  readonly model?: Pick<ChosenModel, 'id' | 'provider'>
  /** Session that is resumed. Absent for a new one. */
  readonly sessionId: string | undefined
  /** Working folder. Absent while it is unknown. */
  readonly workingDirectory?: string
  /** Name of the sandbox of commands. Absent if there is none. */
  readonly sandboxedBy?: string | undefined
  /** Name that the program uses for itself. */
  readonly agentName: string
  readonly style: Style
}

/** Renders the start of a chat: model, folder, and how to configure a provider. */
export function banner({
  version,
  model,
  sessionId,
  workingDirectory,
  sandboxedBy,
  agentName,
  style,
}: BannerOptions): string {
  const { t } = style
  const isOffline = model?.provider === 'offline'
  const facts = [
    ...(model ? [safeText(isOffline ? t`offline stand-in` : `${model.id} (${model.provider})`)] : []),
    sessionId ?? t`new session`,
    ...(workingDirectory === undefined ? [] : [safeText(shortPath(workingDirectory, homedir()))]),
    ...(sandboxedBy === undefined ? [] : [t`commands sandboxed by ${safeText(sandboxedBy)}`]),
  ].join(style.muted(' · '))
  const lines = [`${style.bold(`${agentName} ${version}`)}${style.muted(' · ')}${facts}`]
  if (isOffline) lines.push(...offlineHint(t).map((line) => style.warning(line)))
  lines.push(style.muted(t`/help lists the commands, Ctrl+D leaves.`))
  return `${lines.join('\n')}\n\n`
}

function offlineHint(t: Translate): readonly string[] {
  return [
    t`No provider is configured: a stand-in answers a few requests, such as "help".`,
    t`To use a model, leave and run: hermes setup`,
  ]
}

/** Explains how to use the model servers found on the default ports of this machine; empty if there are none. */
export function localServersHint(servers: readonly LocalServer[], style: Style): string {
  return servers
    .map(({ provider, baseUrl, models: [model = 'MODEL'] }) => {
      const found = style.success(style.t`A model server is running at ${safeText(baseUrl)}. To use it:`)
      return `${found}\n  hermes --provider ${shellWord(provider)} -m ${shellWord(model)}\n`
    })
    .join('')
}

/** Quotes a word for the shell, because model names come from a server. */
function shellWord(text: string): string {
  const clean = safeText(text)
  return /^[\w@%+=:,./-]+$/.test(clean) ? clean : shellQuote(clean)
}
