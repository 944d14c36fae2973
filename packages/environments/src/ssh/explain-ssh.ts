const causes: readonly (readonly [RegExp, string])[] = [
  [
    /remote host identification has changed|host key verification failed/i,
    'Its key is not the one that is known. If the host was reinstalled, remove the old key with "ssh-keygen -R" and its name; otherwise the connection may be intercepted.',
  ],
  [
    /permission denied/i,
    'It refuses the login. Name the right user and key, or load the key with "ssh-add": a passphrase cannot be asked for.',
  ],
  [/could not resolve hostname/i, 'There is no such name. Correct the name of the host.'],
  [/connection refused/i, 'No ssh server answers there. Check the port, and that the server runs.'],
  [
    /timed out|no route to host|network is unreachable/i,
    'It does not answer. Check the network, and that the host is up.',
  ],
  [
    /identity file (?:(?!identity file ).)* not accessible|bad permissions|invalid format|error in libcrypto/i,
    'The key file cannot be used. Correct its path, and make it readable by you only.',
  ],
  [
    /bad configuration option|terminating, \d+ bad configuration/i,
    'The ssh configuration is wrong. Correct the line that is named.',
  ],
]

/** One sentence on why there is no connection and what to do, and what `ssh` said itself. */
export function explainSsh(name: string, output: string): string {
  const said = output.trim()
  const [, advice] = causes.find(([pattern]) => pattern.test(said)) ?? []
  const rest = advice ?? 'Check that "ssh" is installed and logs in there without a question.'
  return `${capitalize(name)} cannot be reached. ${rest}${said === '' ? '' : ` (ssh: ${said.replace(/\s+/g, ' ')})`}`
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
