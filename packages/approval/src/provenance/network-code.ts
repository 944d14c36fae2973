import { isLoopback } from '../words/remote-hosts.js'

/** Libraries and functions of the common languages that open connections. */
const libraries =
  /\b(?:import|from|require|use|using|include)\b[^\n;]{0,80}\b(?:requests|urllib3?|http\.client|httpx|aiohttp|socket|smtplib|ftplib|telnetlib|paramiko|websockets?|pycurl|boto3|net\/https?|open-uri|LWP|IO::Socket|HTTP::Tiny|Net::\w+|axios|undici|node-fetch|nodemailer|(?:node:)?(?:https?2?|net|tls|dgram|dns))\b/
const functions =
  /\bfetch\s*\(|\bnew\s+(?:WebSocket|XMLHttpRequest|EventSource)\b|\b(?:urlopen|requests\.\w+|httpx\.\w+|axios\.\w+|fsockopen|curl_exec|curl_init|create_connection|gethostbyname|getaddrinfo|Invoke-(?:WebRequest|RestMethod))\b|\bfile_get_contents\s*\(\s*['"]https?:|\bNet::HTTP\b|\bURI\.open\b/
const address = /\b(?:https?|ftps?|wss?):\/\/([^\s'"`\\)\]}>,;]+)/gi

/** Whether a program opens connections to other machines, as far as its text shows. */
export function usesNetwork(program: string): boolean {
  if (!libraries.test(program) && !functions.test(program)) return false
  const hosts = hostsIn(program)
  return hosts.length === 0 || hosts.some((host) => !isLoopback(host))
}

const commands = /(?:^|[\s;&|(`"'])(?:curl|wget|nc|ncat|netcat|socat|telnet|ssh|scp|sftp|rsync)\s/m

/** Like {@link usesNetwork}, for a file of any kind, such as a shell script. */
export function opensConnections(text: string): boolean {
  return usesNetwork(text) || commands.test(text)
}

/** Returns the hosts of the addresses in a text. */
export function hostsIn(text: string): readonly string[] {
  const hosts = [...text.matchAll(address)].flatMap(([, rest = '']) => {
    const url = `http://${rest}`
    return URL.canParse(url) ? [new URL(url).hostname] : []
  })
  return [...new Set(hosts)]
}
