import type { CheckContext, Finding } from '../../doctor/check.js'
import { unread } from './unread.js'

/** Who is asked before something dangerous happens. */
export async function checkApprovals({ loaded }: CheckContext): Promise<Finding> {
  if (!loaded) return unread
  const { approvals, command_allowlist: allowed } = loaded.config
  if (approvals.mode === 'off') {
    return {
      level: 'error',
      text: 'off: dangerous commands run without a question',
      fix: 'To be asked: hermes config set approvals.mode manual',
    }
  }
  if (approvals.untrusted.policy === 'allow') {
    return {
      level: 'error',
      text: 'what a web page says may send data without a question',
      fix: 'To be asked: hermes config set approvals.untrusted.policy ask',
    }
  }
  const broad = allowed.filter((entry) => /^\S*\*/.test(entry))
  if (broad.length === 0) return { level: 'ok', text: `${approvals.mode}, ${allowed.length} permanent rules` }
  return {
    level: 'warning',
    text: `command_allowlist allows nearly every command: ${broad.join(', ')}`,
    fix: 'Write the command instead: hermes config edit',
  }
}

/** What the commands of the agent can reach. */
export async function checkSandboxing({ loaded }: CheckContext): Promise<Finding> {
  if (!loaded) return unread
  const { backend, sandbox } = loaded.config.terminal
  if (backend !== 'local' || sandbox !== 'off') return { level: 'ok', text: backend === 'local' ? sandbox : backend }
  return {
    level: 'warning',
    text: 'off: commands have your permissions',
    fix: 'To use it: hermes config set terminal.sandbox auto',
  }
}
