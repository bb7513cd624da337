// Verifies a person from a folder of pictures. Go 1.19 or later, standard library only.
//
//	go run main.go FOLDER
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

var api, key, secret = os.Getenv("API"), os.Getenv("KEY"), os.Getenv("SECRET")

var client = &http.Client{
	// The time of a whole call: an upload may take two minutes.
	Timeout: 2 * time.Minute,
	// A redirect would take key and signature elsewhere. It is a refusal: set the address that the service has.
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

type object = map[string]any

func sign(message []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(message)
	return hex.EncodeToString(mac.Sum(nil))
}

// call sends one request: signed over the exact bytes, repeated where that is safe, its answer verified.
func call(method, path string, body object, signedID string) (object, error) {
	// Serialised once: these bytes are signed, and these bytes are sent, every time.
	var content []byte
	signed := []byte(signedID)
	if body != nil {
		content, _ = json.Marshal(body)
		signed = content
	}
	random := make([]byte, 16)
	rand.Read(random)
	for attempt := 1; ; attempt++ {
		request, err := http.NewRequest(method, api+path, bytes.NewReader(content))
		if err != nil {
			return nil, err
		}
		request.Header.Set("X-AUTH-CLIENT", key)
		request.Header.Set("X-HMAC-SIGNATURE", sign(signed))
		if body != nil {
			request.Header.Set("Content-Type", "application/json")
		}
		if method == http.MethodPost || method == http.MethodPatch {
			request.Header.Set("Idempotency-Key", hex.EncodeToString(random))
		}
		answer, wait, err := send(request)
		if err == nil || wait == 0 || attempt == 4 {
			return answer, err
		}
		time.Sleep(wait * time.Duration(attempt))
	}
}

// send gives the answer, or an error and how long to wait before the same request; 0 when it must not be repeated.
func send(request *http.Request) (object, time.Duration, error) {
	name := request.Method + " " + request.URL.Path
	response, err := client.Do(request)
	if err != nil {
		return nil, time.Second / 2, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, time.Second / 2, err
	}
	header := response.Header
	if response.StatusCode >= 300 {
		refusal := fmt.Errorf("%s: %s %s %s (request %s)", name, response.Status, text, header.Get("x-error-detail"), header.Get("x-request-id"))
		seconds, err := strconv.Atoi(header.Get("Retry-After"))
		switch response.StatusCode {
		case 409: // with Retry-After: the first request with this Idempotency-Key is still running
			if err != nil {
				return nil, 0, refusal
			}
		case 429, 502, 503, 504:
		default:
			return nil, 0, refusal
		}
		if seconds > 60 { // a limit of sessions lasts days: such a wait is the caller's
			return nil, 0, refusal
		}
		return nil, time.Second/2 + time.Duration(seconds)*time.Second, refusal
	}
	if !hmac.Equal([]byte(sign(text)), []byte(header.Get("x-hmac-signature"))) {
		return nil, 0, fmt.Errorf("%s: the answer is not signed with SECRET", name)
	}
	var answer object
	return answer, 0, json.Unmarshal(text, &answer)
}

func must(answer object, err error) object {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return answer
}

func main() {
	for _, name := range []string{"API", "KEY", "SECRET"} {
		if os.Getenv(name) == "" {
			must(nil, fmt.Errorf("%s: must be set in the environment", name))
		}
	}
	folder := strings.Join(os.Args[1:], " ")
	if about, err := os.Stat(folder); err != nil || !about.IsDir() {
		must(nil, fmt.Errorf("FOLDER: must be a folder of pictures, not %q; for example person", folder))
	}
	verification := object{"vendorData": "customer-70341"}
	// A first name such as Approve or Decline, in the variable FIRST_NAME, decides on test integrations.
	if name := os.Getenv("FIRST_NAME"); name != "" {
		verification["person"] = object{"firstName": name}
	}
	created := must(call("POST", "/sessions", object{"verification": verification}, ""))
	session := created["verification"].(object)["id"].(string)
	files, _ := filepath.Glob(filepath.Join(folder, "*"))
	for _, file := range files {
		extension := filepath.Ext(file)
		if !strings.Contains(".jpg .jpeg .png .webp", extension) || extension == "" {
			continue
		}
		picture, err := os.ReadFile(file)
		must(nil, err)
		context := strings.TrimSuffix(filepath.Base(file), extension)
		image := object{"context": context, "content": base64.StdEncoding.EncodeToString(picture)}
		must(call("POST", "/sessions/"+session+"/media", object{"image": image}, ""))
		fmt.Println("uploaded", context)
	}
	must(call("PATCH", "/sessions/"+session, object{"verification": object{"status": "submitted"}}, ""))
	fmt.Println("submitted", session)
	// A webhook arrives sooner and costs less than looking once a second.
	for {
		answer := must(call("GET", "/sessions/"+session+"/decision", nil, session))
		if decision, isThere := answer["verification"].(object); isThere {
			fmt.Printf("%v (%v)\n", decision["status"], decision["code"])
			return
		}
		time.Sleep(time.Second)
	}
}
