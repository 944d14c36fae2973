import { isLoopback } from './remote-hosts.js'

/** The hosts that credentials of well-known services belong to, by a word of the variable's name. */
const services: Readonly<Record<string, readonly string[]>> = {
  anthropic: ['anthropic.com', 'claude.ai', 'claude.com'],
  openai: ['openai.com', 'openai.azure.com'],
  openrouter: ['openrouter.ai'],
  gemini: ['googleapis.com', 'google.com', 'google.dev'],
  google: ['googleapis.com', 'google.com', 'google.dev'],
  gcp: ['googleapis.com', 'google.com'],
  github: ['github.com', 'githubusercontent.com', 'ghcr.io'],
  gh: ['github.com', 'githubusercontent.com', 'ghcr.io'],
  npm: ['npmjs.org', 'npmjs.com'],
  pypi: ['pypi.org'],
  aws: ['amazonaws.com', 'aws.amazon.com', 'api.aws'],
  azure: ['azure.com', 'windows.net', 'microsoft.com', 'microsoftonline.com', 'visualstudio.com'],
  stripe: ['stripe.com'],
  slack: ['slack.com'],
  discord: ['discord.com', 'discordapp.com'],
  telegram: ['telegram.org'],
  twilio: ['twilio.com'],
  sendgrid: ['sendgrid.com'],
  mailgun: ['mailgun.net'],
  cloudflare: ['cloudflare.com'],
  cf: ['cloudflare.com'],
  digitalocean: ['digitalocean.com'],
  heroku: ['heroku.com'],
  vercel: ['vercel.com'],
  netlify: ['netlify.com'],
  hf: ['huggingface.co'],
  huggingface: ['huggingface.co'],
  notion: ['notion.com', 'notion.so'],
  linear: ['linear.app'],
  figma: ['figma.com'],
  docker: ['docker.com', 'docker.io'],
  dockerhub: ['docker.com', 'docker.io'],
}

/** Words of a name that say nothing about its owner. */
const general = new Set(
  (
    'access admin api app auth authorization bearer bot client credential credentials database db deploy dev id key ' +
    'my oauth pass password pat private prod production public refresh registry secret service session staging test ' +
    'token user x'
  ).split(' '),
)

/**
 * Whether a host is where the credential in a variable belongs. A login (`Authorization: Bearer $TOKEN`) may go to any
 * host, except with the credentials of a well-known service.
 */
export function isOwnHost(host: string, variable: string, isLogin: boolean): boolean {
  if (isLoopback(host)) return true
  const words = variable.toLowerCase().split(/[^a-z\d]+/)
  const known = words.filter((word) => Object.hasOwn(services, word))
  if (known.length > 0)
    return known.flatMap((word) => services[word] ?? []).some((own) => host === own || host.endsWith(`.${own}`))
  return isLogin || words.some((word) => word.length > 1 && !general.has(word) && host.split('.').at(-2) === word)
}
