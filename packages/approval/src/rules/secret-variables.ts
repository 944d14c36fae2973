import { isOwnHost } from '../words/own-hosts.js'
import { isLoopback, networkPrograms } from '../words/remote-hosts.js'
import type { Rule, Subject } from './rule.js'

/** Programs that use credentials to log in to a given machine. */
const remoteShells = new Set(['ssh', 'scp', 'sftp', 'rsync', 'openssl', 'socat', 'rclone', 's3cmd'])

/** Options whose value proves the caller's identity to a server. */
const authentication = /^(?:-H|--header|-u|--user|--proxy-user|--oauth2-bearer|--http-user|--http-password|-a|--auth)$/
const attachedAuthentication =
  /^(?:-H.|-u.|--(?:header|user|oauth2-bearer|http-user|http-password|password|auth)=|[\w-]+:\s?\S)/

export const secretVariableRules: readonly Rule[] = [
  {
    reason: 'It sends credentials over the network.',
    programs: networkPrograms.filter((name) => !remoteShells.has(name)),
    test: sendsVariable,
  },
]

/** Whether a variable with a credential's name goes to a machine that the name does not belong to. */
function sendsVariable({ invocation: { argv, stdin }, args }: Subject): boolean {
  const hosts = args.flatMap((arg, index) => hostOf(arg, args[index - 1]) ?? [])
  const isStranger = (variable: string, isLogin: boolean) => !hosts.some((host) => isOwnHost(host, variable, isLogin))
  const inputs = stdin ? [stdin] : []
  return (
    inputs.some(({ variables = [] }) => variables.some((name) => isStranger(name, false))) ||
    argv.slice(1).some(({ text, variables = [] }, index) => {
      if (variables.length === 0 || namesPlace(text, args[index - 1])) return false
      const isLogin = authentication.test(args[index - 1] ?? '') || attachedAuthentication.test(text)
      return variables.some((name) => isStranger(name, isLogin))
    })
  )
}

/** Whether the variable contains the destination: a webhook's address, `$API_URL`. */
function namesPlace(text: string, previous: string | undefined): boolean {
  return text === '\0' && !/^-/.test(previous ?? '')
}

function hostOf(arg: string, previous: string | undefined): string | undefined {
  if (/^-(?!-url)/.test(arg) || /^(?:-[HdFuoAbecwxXT]|--(?!url)\S+)$/.test(previous ?? '')) return undefined
  const url = arg.replace(/^--url=/, '')
  if (isLoopback(url.split('/')[0] ?? '') || isLoopback(url)) return 'localhost'
  const found = /^(?:[a-z][\w+.-]*:\/\/)?(?:[^/@\s]*@)?([\w.-]*[\w-]\.[a-z][\w-]+|localhost)(?::\d+)?(?:[/?#]|$)/i.exec(
    url,
  )
  return found?.[1]?.toLowerCase()
}
