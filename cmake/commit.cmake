# cmake -DSOURCE=… -DOUTPUT=… -P commit.cmake: writes a header with the commit that is built, if that has changed. Empty
# where neither git nor an archive of it says so.
set(commit "$Format:%h$") # git archive fills this in (.gitattributes)
if(commit MATCHES "Format")
    set(commit "")
    execute_process(COMMAND git -C ${SOURCE} describe --always --tags --match v* --dirty
        OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE status)
    # A source archive that lies in somebody else's repository has not that one's commits.
    execute_process(COMMAND git -C ${SOURCE} rev-parse --show-toplevel
        OUTPUT_VARIABLE top OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(NOT status EQUAL 0 OR NOT top STREQUAL SOURCE)
        set(commit "")
    endif()
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "#pragma once\n#define POLYGLOT_COMMIT \"${commit}\"\n")
