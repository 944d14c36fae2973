import type { Environment } from '@hermes/core'
import { HermesError, silentLogger } from '@hermes/core'
import { chooseEnvironment } from '@hermes/runtime'
import type { Translate } from '@hermes/safety/language'
import { findHome } from '../../setup/open-home.js'
import type { CheckContext, Finding } from './check.js'

const limitMs = 30_000

/** Asks the proxy of listed hosts for a host that no list names: only a working proxy refuses it. */
const askProxy = `bash -c '
  place="\${HTTPS_PROXY#*://}"; place="\${place##*@}"; place="\${place%/}"
  exec 3<> "/dev/tcp/\${place%:*}/\${place##*:}" || exit 1
  printf "CONNECT doctor.invalid:443 HTTP/1.1\\r\\nHost: doctor.invalid:443\\r\\n\\r\\n" >&3
  IFS= read -r answer <&3 && echo "$answer"'`

const meanings = (t: Translate) => ({
  auto: t`on in a chat, off where no one watches`,
  on: t`on: commands reach any machine`,
  off: t`off: commands reach no machine`,
})

/** Checks which hosts commands can reach, and whether the proxy of listed hosts works. */
export async function checkNetwork(context: CheckContext): Promise<Finding> {
  const { loaded, io, t } = context
  if (!loaded) return { level: 'warning', text: t`not checked, because the settings cannot be read` }
  const { config, variables } = loaded
  const { sandbox_network: mode, sandbox_hosts: hosts } = config.terminal
  try {
    await using environment = await chooseEnvironment(
      {
        paths: findHome(context),
        config,
        variables,
        workingDirectory: io.workingDirectory,
        surface: { source: 'cli', isAttended: true },
      },
      silentLogger,
      () => undefined,
    )
    if (environment.id !== 'local') return { level: 'ok', text: t`that of ${environment.id}` }
    if (environment.isolation !== 'sandbox') return unconfined(mode, t)
    if (mode !== 'list') return { level: 'ok', text: meanings(t)[mode] }
    const listed = t.count(hosts.length, 'listed host')
    if (environment.networkOf?.() !== 'listed')
      return { level: 'warning', text: t`off: listing hosts needs nsenter`, fix: t`Install util-linux.` }
    if (await refusesUnlisted(environment)) return { level: 'ok', text: t`${listed}, and the proxy works` }
    return { level: 'error', text: t`${listed}, but commands do not reach the proxy` }
  } catch (error) {
    if (!HermesError.is(error)) throw error
    return { level: 'error', text: t.of(error.message) }
  }
}

function unconfined(mode: 'auto' | 'on' | 'list' | 'off', t: Translate): Finding {
  const text = t`commands reach any machine, because they run without a sandbox`
  if (mode === 'auto' || mode === 'on') return { level: 'ok', text }
  return { level: 'warning', text: t`${text}: terminal.sandbox_network has no effect`, fix: t`Install bubblewrap.` }
}

async function refusesUnlisted(environment: Environment): Promise<boolean> {
  const owner = { conversation: 'doctor', command: 'hermes doctor' }
  const child = await environment.spawn({ command: askProxy, owner }, { signal: AbortSignal.timeout(limitMs) })
  let printed = ''
  const decoder = new TextDecoder()
  for await (const { data } of child.output) printed += decoder.decode(data, { stream: true })
  await child.exit
  return /^HTTP\/1\.1 403\b/m.test(printed)
}
