<?php
// Verifies a person from a folder of pictures. PHP 8.0 or later, no extension.
//
//     php first-session.php FOLDER
declare(strict_types=1);

foreach (['API', 'KEY', 'SECRET'] as $name)
    if (!getenv($name)) {
        fwrite(STDERR, "$name: must be set in the environment\n");
        exit(1);
    }
$folder = $argv[1] ?? '';
if (!is_dir($folder)) {
    fwrite(STDERR, 'FOLDER: must be a folder of pictures, not "' . $folder . "\"; for example person\n");
    exit(1);
}
// Without the trace, which may hold what was sent.
set_exception_handler(function (Throwable $failure) {
    fwrite(STDERR, $failure->getMessage() . "\n");
    exit(1);
});
[$api, $key, $secret] = [getenv('API'), getenv('KEY'), getenv('SECRET')];

function sign(string $message): string
{
    global $secret;
    return hash_hmac('sha256', $message, $secret);
}

/** One request: signed over the exact bytes, repeated where that is safe, its answer verified. */
function call(string $method, string $path, ?array $body = null, string $signedId = '', int $attempts = 4): array
{
    global $api, $key;
    // Serialised once: these bytes are signed, and these bytes are sent, every time. An empty PHP list would become [], not {}.
    $content = $body === null ? '' : json_encode($body, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES);
    $headers = ["X-AUTH-CLIENT: $key", 'X-HMAC-SIGNATURE: ' . sign($body === null ? $signedId : $content)];
    if ($body !== null) $headers[] = 'Content-Type: application/json';
    if (in_array($method, ['POST', 'PATCH'])) $headers[] = 'Idempotency-Key: ' . bin2hex(random_bytes(16));
    $http = ['method' => $method, 'header' => $headers, 'content' => $content, 'timeout' => 30];
    $context = stream_context_create(['http' => $http + ['ignore_errors' => true, 'follow_location' => 0]]);
    for ($attempt = 1; ; $attempt++) {
        $http_response_header = [];
        $text = @file_get_contents($api . $path, false, $context);
        $status = (int) (explode(' ', $http_response_header[0] ?? '')[1] ?? 0);
        $answered = [];
        foreach (array_slice($http_response_header, 1) as $line) {
            [$name, $value] = explode(':', $line, 2) + [1 => ''];
            $answered[strtolower($name)] = trim($value);
        }
        if ($status >= 200 && $status < 300) {
            if (hash_equals(sign($text), $answered['x-hmac-signature'] ?? '')) return json_decode($text, true);
            throw new RuntimeException("$method $path: the answer is not signed with SECRET");
        }
        // 0: no connection, or no answer in time. 409 with Retry-After: the first request with this Idempotency-Key is still running.
        $passing = in_array($status, [0, 429, 502, 503, 504], true) || ($status === 409 && isset($answered['retry-after']));
        // A limit of sessions lasts days: such a wait is the caller's.
        if ($attempt === $attempts || !$passing || (int) ($answered['retry-after'] ?? 0) > 60) {
            $detail = $status === 0 ? error_get_last()['message'] : $answered['x-error-detail'] ?? '';
            throw new RuntimeException("$method $path: $status $text $detail (request " . ($answered['x-request-id'] ?? '') . ')');
        }
        usleep((int) (1e6 * (float) ($answered['retry-after'] ?? 2 ** $attempt / 4)));
    }
}

$verification = ['vendorData' => 'customer-70341'];
// A first name such as Approve or Decline, in the variable FIRST_NAME, decides on test integrations.
if (getenv('FIRST_NAME') !== false) $verification['person'] = ['firstName' => getenv('FIRST_NAME')];
$session = call('POST', '/sessions', ['verification' => $verification])['verification']['id'];
foreach (scandir($folder) as $file) {
    if (!preg_match('/^(.+)\.(jpe?g|png|webp)$/', $file, $parts)) continue;
    $context = $parts[1];
    $content = base64_encode(file_get_contents("$folder/$file"));
    call('POST', "/sessions/$session/media", ['image' => ['context' => $context, 'content' => $content]]);
    echo "uploaded $context\n";
}
call('PATCH', "/sessions/$session", ['verification' => ['status' => 'submitted']]);
echo "submitted $session\n";
// A webhook arrives sooner and costs less than looking once a second.
while (!($decision = call('GET', "/sessions/$session/decision", signedId: $session)['verification'])) sleep(1);
echo "{$decision['status']} ({$decision['code']}) {$decision['reason']}\n";
