import { asksForHelp, hasFlag, operandsOf, type Subject } from '../rules/rule.js'
import { isLoopback } from '../words/remote-hosts.js'
import { areKnown, hostOf, hostOfRemotePath } from './network-hosts.js'

/** Returns where a program sends data, as a phrase such as `to example.com`, or `undefined` if it sends none. */
type Sends = (subject: Subject) => string | undefined

const always =
  (where: string): Sends =>
  ({ args }) =>
    asksForHelp(args) ? undefined : where

/** For programs with subcommands: all of them send, except those that match. */
function unless(reading: RegExp, where: string, at = 0): Sends {
  return ({ args }) => {
    const verbs = operandsOf(args)
    const verb = verbs[at]
    return verb === undefined || asksForHelp(args) || reading.test(verb) ? undefined : where
  }
}

/** For programs with subcommands: only those that match send. */
function only(sending: RegExp, where: string): Sends {
  return ({ args }) => (!hasFlag(args, '', 'dry-run') && sending.test(operandsOf(args).join(' ')) ? where : undefined)
}

/** The last path is the target. */
const copiesTo: Sends = ({ args }) => {
  const target = operandsOf(args, /^-[eioFPlcSJ]$|^--(?:rsh|exclude|include|files-from)$/).at(-1)
  const host = target === undefined ? undefined : hostOfRemotePath(target)
  return host === undefined ? undefined : `to ${host}`
}

const connects: Sends = ({ args, invocation: { name } }) => {
  if (asksForHelp(args) || hasFlag(args, 'lz', 'listen', 'zero')) return undefined
  if (name === 'openssl' && args[0] !== 's_client') return undefined
  const hosts = operandsOf(args, /^-[wpsxXqiIGg]$|^--(?:wait|source|proxy)$/).filter(
    (arg) => !/^\d+$|^s_client$/.test(arg),
  )
  const where = hosts.find((host) => !isLoopback(host) && !/^(?:unix|file|stdio|exec|system|-)/i.test(host))
  return where === undefined || hosts.some((host) => /localhost|127\.0\.0\.1/i.test(host)) ? undefined : `to ${where}`
}

const reachesShell: Sends = ({ args }) => {
  const host = operandsOf(args, /^-[bcDEeFIiJLlmOopQRSWw]$/)[0]
  return host === undefined || isLoopback(host) ? undefined : `to ${hostOf(host) ?? host}`
}

/** Looking up a name sends it to the name server responsible for it. */
const looksUp: Sends = ({ args, invocation: { argv } }) => {
  const isOpaque = args.some((arg) => arg.split('.').some((label) => label.length > 30))
  return isOpaque || !areKnown(argv.slice(1)) ? 'in the names that it looks up' : undefined
}

const reads =
  /^(?:view|list|ls|status|diff|checks|search|browse|watch|download|clone|checkout|completion|version|help|show)$/
const callsGithub: Sends = ({ args }) => {
  const [group = '', verb = ''] = operandsOf(args)
  if (asksForHelp(args) || group === '' || reads.test(group)) return undefined
  if (group === 'api') {
    const writes = /^(?:-[fF]|--(?:field|raw-field|input)(?:=|$)|(?:-X|--method)=?(?!GET$)\w)/
    const isOther = args.some(
      (arg, at) => writes.test(arg) || (/^(?:-X|--method)$/.test(arg) && args[at + 1] !== 'GET'),
    )
    return isOther ? 'to the code host' : undefined
  }
  return verb === '' || reads.test(verb) ? undefined : 'to the code host'
}

const callsAws: Sends = ({ args }) => {
  const [service = '', verb = '', ...paths] = operandsOf(args, /^--(?:profile|region|output|query|endpoint-url)$/)
  if (service === '' || /^(?:help|configure|ls|describe|get|list|wait|head|sso|login)/.test(verb)) return undefined
  if (service === 's3' && /^(?:cp|sync|mv)$/.test(verb)) return paths.at(-1)?.startsWith('s3://') ? 'to S3' : undefined
  return 'to AWS'
}

const readsCloud =
  /^(?:describe|get|list|ls|show|logs?|status|info|version|help|config|auth|login|diff|plan|validate|fmt|init|preview|build|dev|test|explain|top|cat|template|lint|search|env|whoami)$/
const packageRegistry = only(
  /^(?:publish|unpublish|deprecate|access|owner|dist-tag|token|hook|team|yank|push|upload|stage)\b/,
  'to a package registry',
)

const table: Readonly<Record<string, Sends>> = {
  ...of('nc ncat netcat telnet socat openssl', connects),
  ...of('ssh mosh autossh slogin', reachesShell),
  ...of('scp rsync', copiesTo),
  ...of('sftp ftp lftp tftp rclone smbclient', always('to another machine')),
  ...of('mail mailx s-nail sendmail mutt neomutt msmtp swaks himalaya', always('by mail')),
  ...of('dig nslookup host drill resolvectl', looksUp),
  ...of('gh glab hub tea', callsGithub),
  ...of('npm pnpm yarn bun cargo poetry uv flit hatch twine gem dotnet conda', packageRegistry),
  ...of('mvn gradle gradlew mvnw sbt', only(/\b(?:deploy|publish\w*|release)\b/, 'to a package registry')),
  ...of('docker podman nerdctl buildah skopeo crane', only(/^(?:\w+ )?(?:push|copy|login)\b/, 'to an image registry')),
  helm: only(/^(?:push|install|upgrade|uninstall|rollback)\b/, 'to a cluster'),
  aws: callsAws,
  ...of(
    'gcloud az gsutil doctl heroku fly flyctl vercel netlify wrangler firebase railway render surge',
    unless(readsCloud, 'to a cloud service'),
  ),
  ...of('s3cmd mc b2 rclone gdrive', unless(/^(?:get|ls|la|info|stat|cat|version|help)$/, 'to a cloud service')),
  ...of('kubectl oc', unless(readsCloud, 'to a cluster')),
  ...of('terraform tofu pulumi', only(/^(?:apply|destroy|up|import|push|state push)\b/, 'to a cloud service')),
  ...of('ansible ansible-playbook', always('to other machines')),
  ...of(
    'croc wormhole magic-wormhole transfer ffsend ngrok cloudflared lt bore pastebinit wgetpaste termbin',
    always('to another machine'),
  ),
}

function of(names: string, sends: Sends): Readonly<Record<string, Sends>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, sends]))
}

/**
 * Returns where a program other than git and web clients sends data: `to example.com`. `undefined` if it sends none.
 */
export function destinationOf(subject: Subject): string | undefined {
  const { name } = subject.invocation
  return Object.hasOwn(table, name) ? table[name]?.(subject) : undefined
}
