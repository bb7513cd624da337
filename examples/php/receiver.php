<?php
// Receives webhooks, verifies them, and keeps each one once. PHP 8.1 or later, no extension.
//
//     php -S 127.0.0.1:3000 receiver.php
declare(strict_types=1);

// While keys are rotated: the new secret and the old one, separated by a blank.
$secrets = preg_split('/ +/', (string) getenv('SECRET'), -1, PREG_SPLIT_NO_EMPTY);
$inbox = getenv('INBOX') ?: 'inbox';
const TOLERANCE = 300;

/** Whether raw bytes of a digest are the HMAC of a message under one of the secrets. */
function fits(string $given, string $message): bool
{
    global $secrets;
    $fits = false;
    foreach ($secrets as $secret) $fits = hash_equals(hash_hmac('sha256', $message, $secret, true), $given) || $fits;
    return $fits;
}

/** Why a webhook must not be trusted; null when it may. */
function problemOf(string $body): ?string
{
    $hex = $_SERVER['HTTP_X_HMAC_SIGNATURE'] ?? '';
    if (!preg_match('/^[0-9a-f]{64}$/Di', $hex) || !fits(hex2bin($hex), $body))
        return 'x-hmac-signature fits no secret: compare secret and raw bytes';
    $seconds = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if (!ctype_digit($seconds) || abs((int) $seconds - time()) > TOLERANCE)
        return 'webhook-timestamp is more than ' . TOLERANCE . ' s from now: compare the clocks';
    // webhook-signature covers the id and the time, which the other signature does not.
    $covered = ($_SERVER['HTTP_WEBHOOK_ID'] ?? '') . ".$seconds.$body";
    foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $entry)
        if (str_starts_with($entry, 'v1,') && fits((string) base64_decode(substr($entry, 3), true), $covered)) return null;
    return 'webhook-signature fits no secret';
}

/** Stores a webhook; false when it has been here before. A file of this name is whole or not there. */
function keep(string $inbox, string $webhookId, string $body): bool
{
    if (!is_dir($inbox) && !@mkdir($inbox, 0700, true) && !is_dir($inbox)) throw new RuntimeException("no folder $inbox");
    $file = "$inbox/" . hash('sha256', $webhookId) . '.json';
    if (is_file($file)) return false;
    $new = @fopen("$file.new", 'wb');
    // On the disk before it is answered: what was answered 200 does not come again.
    $isWritten = $new && fwrite($new, $body) === strlen($body) && fsync($new) && fclose($new);
    if (!$isWritten || !rename("$file.new", $file)) throw new RuntimeException("cannot write $file");
    return true;
}

// The raw bytes. $_POST and a framework's parsed body have other ones.
$body = file_get_contents('php://input');
$problem = problemOf($body);
if ($problem !== null) {
    error_log("refused: $problem");
    http_response_code(400);
    return;
}
try {
    $isNew = keep($inbox, $_SERVER['HTTP_WEBHOOK_ID'], $body);
} catch (RuntimeException $failure) {
    error_log("not stored: {$failure->getMessage()}");
    http_response_code(500); // the service sends it again
    return;
}
if ($isNew) {
    $webhook = json_decode($body, true);
    error_log('verified webhook: ' . ($webhook['verification']['status'] ?? $webhook['eventType'] ?? $webhook['action'] ?? 'other'));
}
http_response_code(200);
