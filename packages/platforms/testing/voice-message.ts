const recording = [
  'T2dnUwACAAAAAAAAAAB2nocjAAAAAKM9i2UBE09wdXNIZWFkAQE4AUAfAAAAAABPZ2dTAAAAAAAAAAAAAHaehyMBAAAAtNxNowE2T3B1c1RhZ3',
  'MNAAAATGF2ZjYyLjEyLjEwMgEAAAAVAAAAZW5jb2Rlcj1MYXZmNjIuMTIuMTAyT2dnUwAE+F4AAAAAAAB2nocjAgAAAPmDEgQaDxgRExMQDhES',
  'Eg8PEQ8PEA4QDxAREg8PEA4IhHq04BxjSl11tKU0wMAIreVdhTxVwBEY8MDQv1N0YId2dRu/mjAIplCQ5KP4f4bt0xa8NwccwAimWk78BkY4T0',
  '44nwr/lhd431gIplpQdzKqXpAEWf2dv7cIqasQCKZpg0bVUnPahK83XxwuwAimyQRLYnWN232mNqegCKfCYvsyoSVv2IQD6DmtcDYIp89K+v7i',
  'xfLgmlo5XNv8CqAIp89K+vpnJ7LV60O7X8pCqoAIp89K+vpnIKloYKKyDGAIp89K+v7ivo+WGrDmoaAIp8Ji+zKhJW/vG93y7sdU3ginz0r6/u',
  'LJGXa5iI2cgAinz0r6/uLIyJaKG5dGsAin42oyWT6WZWWL86rUAjUIp89K+v7ivr5ZHphogAinz0r6+mcoiLcGsucjdrgIp89K+v7ixh5DdCdu',
  'uGAIp89K+v7iyRl2nW6lC7JVCKfjajJZPpZlZS90w88kI8gIp89K+v7ivo+UPuTBCsF16jYIp89K+vpnJ7MQ5DUbh/0Ip9z3x5b+aEkUGet0ZX',
  '4Ip89JBPVQnOISXItuauIoCAZu05AK7Hx83voTcnw=',
]

/** A tone of half a second, mono, in Ogg with Opus, as clients record voice messages. */
export const voiceMessage: Uint8Array<ArrayBuffer> = new Uint8Array(Buffer.from(recording.join(''), 'base64'))
