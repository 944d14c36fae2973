import { expect, test } from 'vitest'
import { createRedactor } from './create-redactor.js'

const { redact } = createRedactor({ values: ['aaaaaaaab', 'opensesame'] })

/** Inputs that make regular expressions backtrack: starts without an end, and ends that almost match. */
const attacks = [
  'a',
  ' ',
  '\n',
  '-',
  '=',
  ':',
  '"',
  '\\',
  '\\"',
  '@',
  '://',
  'a:',
  'a@',
  '://a:',
  '://a:a',
  '://a:a@',
  'a=',
  '_',
  '.',
  'a.',
  'A_',
  'eyJ',
  'eyJaaaaaaaa.',
  'eyJhbGciOiJIUzI1NiJ9.',
  'sk-',
  'sk-a1B2c3',
  'ghp_',
  'AKIA',
  'xoxb-',
  '1',
  '12345678:',
  '0123456789abcdef',
  'A'.repeat(14),
  'password',
  'password=',
  'password="',
  'password: ',
  'password=\\"',
  '"password":"',
  '--password ',
  '--password',
  'Bearer ',
  'Authorization: ',
  'Authorization: Bearer ',
  'Basic ',
  'Cookie: ',
  'Cookie: a=',
  'cookie:a=1;',
  '<',
  '<password>',
  '<a',
  '"kty"',
  '"kty" "d"',
  'mysql ',
  'mysql -p',
  ' -u a:',
  'machine a login b password ',
  '-----BEGIN PRIVATE KEY-----',
  '-----BEGIN PRIVATE KEY-----\n',
  '-----BEGIN ',
  '-----',
  'BEGIN PRIVATE KEY',
  'Proc-Type: ',
  'Private-Lines: 1\n',
  'Private-Lines: 9\na\n',
  '?sig=',
  '&key=',
  'hooks.slack.com/services/',
  '\u001b[',
  '\u001b[32m',
  '%3D',
  '%',
  '\\n',
  'key is ',
  'password is ',
  '…',
  '[REDACTED]',
  '${',
  '{{',
  'example',
]

/** A quadratic search would take hours. */
const msPerMegabyte = 20_000

test.each(attacks.map((unit) => [unit]))(
  'redacts a megabyte of %j in linear time',
  (unit) => {
    const text = unit.repeat(Math.ceil(1_000_000 / unit.length))
    const start = performance.now()
    const once = redact(text)
    expect(performance.now() - start).toBeLessThan(msPerMegabyte)
    expect(redact(once.slice(0, 50_000))).toBeTypeOf('string')
  },
  120_000,
)
