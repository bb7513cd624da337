// Receives webhooks, verifies them, and keeps each one once. Go 1.19 or later, standard library only.
//
//	go run main.go [PORT]
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

const largest, tolerance = 2_000_000, 300

// While keys are rotated: the new secret and the old one, separated by a blank.
var secrets = strings.Fields(os.Getenv("SECRET"))
var inbox = "inbox"

func fits(given, message []byte) bool {
	fits := false
	for _, secret := range secrets {
		mac := hmac.New(sha256.New, []byte(secret))
		mac.Write(message)
		fits = hmac.Equal(mac.Sum(nil), given) || fits
	}
	return fits
}

// problemOf gives why a webhook must not be trusted; nil when it may.
func problemOf(header http.Header, body []byte) error {
	digest, err := hex.DecodeString(header.Get("x-hmac-signature"))
	if err != nil || !fits(digest, body) {
		return errors.New("x-hmac-signature fits no secret: compare secret and raw bytes")
	}
	seconds, err := strconv.ParseInt(header.Get("webhook-timestamp"), 10, 64)
	age := time.Now().Unix() - seconds
	if err != nil || age > tolerance || age < -tolerance {
		return fmt.Errorf("webhook-timestamp is more than %d s from now: compare the clocks", tolerance)
	}
	// webhook-signature covers the id and the time, which the other signature does not.
	head := header.Get("webhook-id") + "." + header.Get("webhook-timestamp") + "."
	covered := append([]byte(head), body...)
	for _, entry := range strings.Fields(header.Get("webhook-signature")) {
		digest, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(entry, "v1,"))
		if err == nil && strings.HasPrefix(entry, "v1,") && fits(digest, covered) {
			return nil
		}
	}
	return errors.New("webhook-signature fits no secret")
}

// keep stores a webhook; false when it has been here before. A file of its name is whole or not there.
func keep(id string, body []byte) (bool, error) {
	name := sha256.Sum256([]byte(id))
	file := filepath.Join(inbox, hex.EncodeToString(name[:])+".json")
	if _, err := os.Stat(file); err == nil {
		return false, nil
	}
	if err := os.MkdirAll(inbox, 0o700); err != nil {
		return false, err
	}
	if err := writeWhole(file+".new", body); err != nil {
		return false, err
	}
	return true, os.Rename(file+".new", file)
}

// writeWhole ends once the bytes are on the disk: what was answered 200 does not come again.
func writeWhole(file string, body []byte) error {
	new, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	defer new.Close()
	if _, err := new.Write(body); err != nil {
		return err
	}
	return new.Sync()
}

func receive(writer http.ResponseWriter, request *http.Request) {
	// The raw bytes, before anything parses them.
	body, err := io.ReadAll(http.MaxBytesReader(writer, request.Body, largest))
	if err == nil {
		err = problemOf(request.Header, body)
	}
	if err != nil {
		fmt.Println("refused:", err)
		writer.WriteHeader(http.StatusBadRequest)
		return
	}
	isNew, err := keep(request.Header.Get("webhook-id"), body)
	if err != nil {
		fmt.Println("not stored:", err)
		writer.WriteHeader(http.StatusInternalServerError) // the service sends it again
		return
	}
	if isNew {
		var webhook struct {
			EventType, Action string
			Verification      struct{ Status string }
		}
		json.Unmarshal(body, &webhook) // one of the three is there, or it is of a type that names none
		fmt.Println("verified webhook:", webhook.Verification.Status+webhook.EventType+webhook.Action)
	}
}

func main() {
	if name := os.Getenv("INBOX"); name != "" {
		inbox = name
	}
	port := "3000"
	if len(os.Args) > 1 {
		port = os.Args[1]
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println("receiver ready http://" + listener.Addr().String())
	server := &http.Server{Handler: http.HandlerFunc(receive), ReadTimeout: 10 * time.Second}
	fmt.Fprintln(os.Stderr, server.Serve(listener))
}
