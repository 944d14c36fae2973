const causes: readonly (readonly [RegExp, string])[] = [
  [
    /remote host identification has changed|host key verification failed/i,
    'Its host key has changed. If the host was reinstalled, remove the old key with "ssh-keygen -R" and its name; otherwise the connection may be intercepted.',
  ],
  [
    /permission denied/i,
    'It rejects the login. Name the right user and key, or load the key with "ssh-add": a passphrase cannot be asked for.',
  ],
  [/could not resolve hostname/i, 'The name does not exist. Correct the name of the host.'],
  [/connection refused/i, 'No ssh server responds there. Check the port, and that the server is running.'],
  [
    /timed out|no route to host|network is unreachable/i,
    'It does not respond. Check the network, and that the host is up.',
  ],
  [
    /identity file (?:(?!identity file ).)* not accessible|bad permissions|invalid format|error in libcrypto/i,
    'The key file cannot be used. Correct its path, and make it readable only for you.',
  ],
  [
    /bad configuration option|terminating, \d+ bad configuration/i,
    'The ssh configuration is invalid. Correct the named line.',
  ],
]

/** Explains a failed connection: what to do, and the message of `ssh`. */
export function explainSsh(name: string, output: string): string {
  const said = output.trim()
  const [, advice] = causes.find(([pattern]) => pattern.test(said)) ?? []
  const rest = advice ?? 'Check that "ssh" is installed and logs in there without a prompt.'
  return `${capitalize(name)} cannot be reached. ${rest}${said === '' ? '' : ` (ssh: ${said.replace(/\s+/g, ' ')})`}`
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
